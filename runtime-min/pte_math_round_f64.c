/* SPDX-License-Identifier: 0BSD
 * floor, ceil, trunc, rint, fmod, mod and floordiv of doubles. */
#include "pte_math.h"

#define F        double
#define U        uint64_t
#define FN(name) pte_round_f64_##name
#define BITS     pte_bits_f64
#define OF_BITS  pte_double_of_bits
#define DIGITS   52
#define BIAS     1023
#include "pte_math_round.inc"

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

double pte_mod_f64(double x, double y)
{
    return pte_round_f64_mod(x, y);
}

double pte_floordiv_f64(double x, double y)
{
    return pte_round_f64_floordiv(x, y);
}
