/* SPDX-License-Identifier: 0BSD
 * Inverse sine, cosine and tangent of floats. */
#include "pte_math_parts.h"

#define F           float
#define FN(name)    pte_##name##_f32
#define SIGN_BIT(x) (pte_bits_f32(x) >> 31)
#define ABS         pte_abs_f32
#define SQRT        pte_sqrt_f32
#define BIG         0x1p125f
#define SMALL       0x1p-60f
#define SCALE_UP    0x1p60f
#define HALF_PI_HI  0x1.921fb6p+0f
#define HALF_PI_LO  -0x1.777a5cp-25f
#define ASIN_POLY(z)                                                                               \
    PTE_POLY5(z, 0x1.5555c8p-3f, 0x1.330204p-4f, 0x1.747bb6p-5f, 0x1.8c3e8p-6f, 0x1.595c1cp-5f)
#define ATAN_POLY(z)                                                                               \
    PTE_POLY5(z, -0x1.55554ap-2f, 0x1.9991e2p-3f, -0x1.23b9a2p-3f, 0x1.b22456p-4f, -0x1.f2e5a6p-5f)
#include "pte_math_arc.inc"

float pte_asin_f32(float x)
{
    return pte_arc_sine_f32(x);
}

float pte_acos_f32(float x)
{
    return pte_arc_cosine_f32(x);
}

float pte_atan_f32(float x)
{
    return pte_arc_tangent_f32(x);
}

float pte_atan2_f32(float y, float x)
{
    return pte_arc_tangent_2_f32(y, x);
}
