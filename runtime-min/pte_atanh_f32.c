/* SPDX-License-Identifier: 0BSD
 * The inverse hyperbolic tangent of floats. */
#include "pte_math_parts.h"

#define F        float
#define FN(name) pte_##name##_f32
#define ABS      pte_abs_f32
#define LOG1P    pte_log1p_f32
#define DIGITS   23
#include "pte_math_atanh.inc"

float pte_atanh_f32(float x)
{
    return pte_area_tangent_f32(x);
}
