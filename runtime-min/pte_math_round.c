/* SPDX-License-Identifier: 0BSD
 * floor, ceil, trunc, rint and fmod. */
#include "pte_math.h"

#define F        float
#define U        uint32_t
#define FN(name) pte_round_f32_##name
#define BITS     pte_bits_f32
#define OF_BITS  pte_float_of_bits
#define DIGITS   23
#define BIAS     127
#include "pte_math_round.inc"

#define F        double
#define U        uint64_t
#define FN(name) pte_round_f64_##name
#define BITS     pte_bits_f64
#define OF_BITS  pte_double_of_bits
#define DIGITS   52
#define BIAS     1023
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

double pte_trunc_f64(double x)
{
    return pte_round_f64_trunc(x);
}

double pte_floor_f64(double x)
{
    return pte_round_f64_floor(x);
}

double pte_ceil_f64(double x)
{
    return pte_round_f64_ceil(x);
}

double pte_rint_f64(double x)
{
    return pte_round_f64_rint(x);
}

double pte_fmod_f64(double x, double y)
{
    return pte_round_f64_fmod(x, y);
}
