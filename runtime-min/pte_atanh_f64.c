/* SPDX-License-Identifier: 0BSD
 * The inverse hyperbolic tangent of doubles. */
#include "pte_math_parts_f64.h"

#define F        double
#define FN(name) pte_##name##_f64
#define ABS      pte_abs_f64
#define LOG1P    pte_log1p_f64
#define DIGITS   52
#include "pte_math_atanh.inc"

double pte_atanh_f64(double x)
{
    return pte_area_tangent_f64(x);
}
