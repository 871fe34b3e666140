/* SPDX-License-Identifier: 0BSD
 * Inverse sine, cosine and tangent of doubles. */
#include "pte_math_parts_f64.h"

#define F           double
#define FN(name)    pte_##name##_f64
#define SIGN_BIT(x) (pte_bits_f64(x) >> 63)
#define ABS         pte_abs_f64
#define SQRT        pte_sqrt_f64
#define BIG         0x1p1020
#define SMALL       0x1p-500
#define SCALE_UP    0x1p500
#define HALF_PI_HI  0x1.921fb54442d18p+0
#define HALF_PI_LO  0x1.1a62633145c07p-54
#define ASIN_POLY(z)                                                                               \
    PTE_POLY13(z, 0x1.5555555555577p-3, 0x1.333333332e131p-4, 0x1.6db6db721269dp-5,                \
               0x1.f1c71a94f1cfbp-6, 0x1.6e8bdee0636ffp-6, 0x1.1c49f05a65398p-6,                   \
               0x1.ca1f8da5f8a35p-7, 0x1.758588391d1b1p-7, 0x1.613c92545d436p-7,                   \
               0x1.e5f556d0eabafp-9, 0x1.639c7392bfce5p-6, -0x1.57fd694f0fccap-6,                  \
               0x1.0b46b0e3e9165p-5)
#define ATAN_POLY(z)                                                                               \
    PTE_POLY11(z, -0x1.555555555553dp-2, 0x1.9999999995864p-3, -0x1.24924922ad1efp-3,              \
               0x1.c71c70e5efa73p-4, -0x1.745cf8d867f6bp-4, 0x1.3b1118d0a0ab8p-4,                  \
               -0x1.10ebb4d4b6b59p-4, 0x1.df0f18b994cd3p-5, -0x1.9cd1da363772ep-5,                 \
               0x1.37d369b1e32a1p-5, -0x1.256585c7c04f1p-6)
#include "pte_math_arc.inc"

double pte_asin_f64(double x)
{
    return pte_arc_sine_f64(x);
}

double pte_acos_f64(double x)
{
    return pte_arc_cosine_f64(x);
}

double pte_atan_f64(double x)
{
    return pte_arc_tangent_f64(x);
}

double pte_atan2_f64(double y, double x)
{
    return pte_arc_tangent_2_f64(y, x);
}
