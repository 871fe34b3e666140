/* SPDX-License-Identifier: 0BSD
 * Inverse sine and cosine of doubles. */
#ifndef PTE_MATH_ARC_SINE_F64_H
#define PTE_MATH_ARC_SINE_F64_H

#include "pte_math_parts_f64.h"

#define F           double
#define FN(name)    pte_##name##_f64
#define SIGN_BIT(x) (pte_bits_f64(x) >> 63)
#define ABS         pte_abs_f64
#define HALF_PI_HI  0x1.921fb54442d18p+0
#define HALF_PI_LO  0x1.1a62633145c07p-54
#include "pte_math_arc_sine.inc"

/* asin(x) for 0 <= x <= 1/2, acos(x) for x <= 1. */
pte_pair_f64 pte_asin_pair_f64(double x);

#endif
