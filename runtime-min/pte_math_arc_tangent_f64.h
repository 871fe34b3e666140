/* SPDX-License-Identifier: 0BSD
 * Inverse tangents of doubles. */
#ifndef PTE_MATH_ARC_TANGENT_F64_H
#define PTE_MATH_ARC_TANGENT_F64_H

#include "pte_math_parts_f64.h"

/* atan(y / x) for x, y >= 0 and not both 0, of moderate size. */
pte_pair_f64 pte_atan_pair_f64(double y, double x);

#define F           double
#define FN(name)    pte_##name##_f64
#define SIGN_BIT(x) (pte_bits_f64(x) >> 63)
#define ABS         pte_abs_f64
#define ATAN        pte_atan_pair_f64
#define BIG         0x1p1020
#define SMALL       0x1p-500
#define SCALE_UP    0x1p500
#define HALF_PI_HI  0x1.921fb54442d18p+0
#define HALF_PI_LO  0x1.1a62633145c07p-54
#include "pte_math_arc_tangent.inc"

#endif
