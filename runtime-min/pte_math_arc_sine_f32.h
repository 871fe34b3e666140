/* SPDX-License-Identifier: 0BSD
 * Inverse sine and cosine of floats. */
#ifndef PTE_MATH_ARC_SINE_F32_H
#define PTE_MATH_ARC_SINE_F32_H

#include "pte_math_parts.h"

#define F           float
#define FN(name)    pte_##name##_f32
#define SIGN_BIT(x) (pte_bits_f32(x) >> 31)
#define ABS         pte_abs_f32
#define HALF_PI_HI  0x1.921fb6p+0f
#define HALF_PI_LO  -0x1.777a5cp-25f
#include "pte_math_arc_sine.inc"

/* asin(x) for 0 <= x <= 1/2, acos(x) for x <= 1. */
pte_pair_f32 pte_asin_pair_f32(float x);

#endif
