/* SPDX-License-Identifier: 0BSD
 * Powers and logarithms of doubles. */
#include "pte_math_parts_f64.h"

#define F           double
#define FN(name)    pte_##name##_f64
#define SIGN_BIT(x) (pte_bits_f64(x) >> 63)
#define ABS         pte_abs_f64
#define RINT        pte_rint_f64
#define TRUNC       pte_trunc_f64
#define MAX         PTE_MAX_F64
#define DIGITS      52
#define BIAS        1023
#define THIRD                                                                                      \
    {                                                                                              \
        0x1.5555555555555p-2, 0x1.5555555555555p-56                                                \
    }
#define INV_LOG2                                                                                   \
    {                                                                                              \
        0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56                                                \
    }
#define LOG2                                                                                       \
    {                                                                                              \
        0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56                                                \
    }
#define ATANH_POLY(z)                                                                              \
    PTE_POLY9(z, 0x1.999999999999ap-3, 0x1.2492492492363p-3, 0x1.c71c71c747eb4p-4,                 \
              0x1.745d172bc6f74p-4, 0x1.3b13ba5b99277p-4, 0x1.110f1be6db81fp-4,                    \
              0x1.e265997d865a2p-5, 0x1.a5069a36b79f8p-5, 0x1.ecb6833dac379p-5)
#include "pte_math_pow.inc"

double pte_log_f64(double x)
{
    const pte_pair_f64 unit = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}, factor = {1.0, 0.0};

    return pte_log_rounded_f64(x, unit, factor);
}

/* log(u) + c / u, where c is what 1 + x lost by rounding to u. */
double pte_log1p_f64(double x)
{
    const pte_pair_f64 unit = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}, factor = {1.0, 0.0};
    const double u = 1.0 + x, c = x > 1.0 ? 1.0 - (u - x) : x - (u - 1.0);
    pte_pair_f64 y;

    if (x == 0 || !(u > 0) || u > PTE_MAX_F64)
        return x == 0 ? x : pte_log_limit_f64(u);
    y = pte_log_base_f64(u, unit, factor);
    return y.hi + (y.lo + c / u);
}

double pte_log2_f64(double x)
{
    const pte_pair_f64 unit = {1.0, 0.0}, factor = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};

    return pte_log_rounded_f64(x, unit, factor);
}

double pte_log10_f64(double x)
{
    const pte_pair_f64 unit = {0x1.34413509f79ffp-2, -0x1.9dc1da994fd21p-59};
    const pte_pair_f64 factor = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};

    return pte_log_rounded_f64(x, unit, factor);
}

double pte_pow_f64(double x, double y)
{
    return pte_power_f64(x, y);
}
