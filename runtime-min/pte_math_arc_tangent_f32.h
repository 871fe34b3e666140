/* SPDX-License-Identifier: 0BSD
 * Inverse tangents of floats. */
#ifndef PTE_MATH_ARC_TANGENT_F32_H
#define PTE_MATH_ARC_TANGENT_F32_H

#include "pte_math_parts.h"

/* atan(y / x) for x, y >= 0 and not both 0, of moderate size. */
pte_pair_f32 pte_atan_pair_f32(float y, float x);

#define F           float
#define FN(name)    pte_##name##_f32
#define SIGN_BIT(x) (pte_bits_f32(x) >> 31)
#define ABS         pte_abs_f32
#define ATAN        pte_atan_pair_f32
#define BIG         0x1p125f
#define SMALL       0x1p-60f
#define SCALE_UP    0x1p60f
#define HALF_PI_HI  0x1.921fb6p+0f
#define HALF_PI_LO  -0x1.777a5cp-25f
#include "pte_math_arc_tangent.inc"

#endif
