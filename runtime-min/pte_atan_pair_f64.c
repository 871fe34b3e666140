/* SPDX-License-Identifier: 0BSD
 * What the inverse tangents of doubles have in common. */
#include "pte_math_arc_tangent_f64.h"

#define F          double
#define FN(name)   pte_##name##_f64
#define HALF_PI_HI 0x1.921fb54442d18p+0
#define HALF_PI_LO 0x1.1a62633145c07p-54
#define ATAN_POLY(z)                                                                               \
    PTE_POLY11(z, -0x1.555555555553dp-2, 0x1.9999999995864p-3, -0x1.24924922ad1efp-3,              \
               0x1.c71c70e5efa73p-4, -0x1.745cf8d867f6bp-4, 0x1.3b1118d0a0ab8p-4,                  \
               -0x1.10ebb4d4b6b59p-4, 0x1.df0f18b994cd3p-5, -0x1.9cd1da363772ep-5,                 \
               0x1.37d369b1e32a1p-5, -0x1.256585c7c04f1p-6)
#include "pte_math_atan_pair.inc"

pte_pair_f64 pte_atan_pair_f64(double y, double x)
{
    return pte_atan_quotient_f64(y, x);
}
