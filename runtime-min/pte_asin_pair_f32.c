/* SPDX-License-Identifier: 0BSD
 * What inverse sine and cosine of floats have in common. */
#include "pte_math_arc_sine_f32.h"

#define F        float
#define FN(name) pte_##name##_f32
#define SQRT     pte_sqrt_f32
#define ASIN_POLY(z)                                                                               \
    PTE_POLY5(z, 0x1.5555c8p-3f, 0x1.330204p-4f, 0x1.747bb6p-5f, 0x1.8c3e8p-6f, 0x1.595c1cp-5f)
#include "pte_math_asin_pair.inc"

pte_pair_f32 pte_asin_pair_f32(float x)
{
    return pte_asin_or_acos_f32(x);
}
