/* SPDX-License-Identifier: 0BSD
 * What inverse sine and cosine of doubles have in common. */
#include "pte_math_arc_sine_f64.h"

#define F        double
#define FN(name) pte_##name##_f64
#define SQRT     pte_sqrt_f64
#define ASIN_POLY(z)                                                                               \
    PTE_POLY13(z, 0x1.5555555555577p-3, 0x1.333333332e131p-4, 0x1.6db6db721269dp-5,                \
               0x1.f1c71a94f1cfbp-6, 0x1.6e8bdee0636ffp-6, 0x1.1c49f05a65398p-6,                   \
               0x1.ca1f8da5f8a35p-7, 0x1.758588391d1b1p-7, 0x1.613c92545d436p-7,                   \
               0x1.e5f556d0eabafp-9, 0x1.639c7392bfce5p-6, -0x1.57fd694f0fccap-6,                  \
               0x1.0b46b0e3e9165p-5)
#include "pte_math_asin_pair.inc"

pte_pair_f64 pte_asin_pair_f64(double x)
{
    return pte_asin_or_acos_f64(x);
}
