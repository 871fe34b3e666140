/* SPDX-License-Identifier: 0BSD
 * The inverse hyperbolic cosine of floats. */
#include "pte_math_parts.h"

#define F        float
#define FN(name) pte_##name##_f32
#define SQRT     pte_sqrt_f32
#define LOG      pte_log_f32
#define LOG1P    pte_log1p_f32
#define LOG_2    0x1.62e43p-1f
#define DIGITS   23
#include "pte_math_acosh.inc"

float pte_acosh_f32(float x)
{
    return pte_area_cosine_f32(x);
}
