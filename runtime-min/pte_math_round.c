/* SPDX-License-Identifier: 0BSD
 * floor, ceil, trunc, rint, fmod, mod and floordiv of floats. */
#include "pte_math.h"

#define F        float
#define U        uint32_t
#define FN(name) pte_round_f32_##name
#define BITS     pte_bits_f32
#define OF_BITS  pte_float_of_bits
#define DIGITS   23
#define BIAS     127
#include "pte_math_round.inc"

float pte_trunc_f32(float x)
{
    return pte_round_f32_trunc(x);
}

float pte_floor_f32(float x)
{
    return pte_round_f32_floor(x);
}

float pte_ceil_f32(float x)
{
    return pte_round_f32_ceil(x);
}

float pte_rint_f32(float x)
{
    return pte_round_f32_rint(x);
}

float pte_fmod_f32(float x, float y)
{
    return pte_round_f32_fmod(x, y);
}

float pte_mod_f32(float x, float y)
{
    return pte_round_f32_mod(x, y);
}

float pte_floordiv_f32(float x, float y)
{
    return pte_round_f32_floordiv(x, y);
}
