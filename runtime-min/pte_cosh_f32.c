/* SPDX-License-Identifier: 0BSD
 * The hyperbolic cosine of floats. */
#include "pte_math_parts.h"

float pte_cosh_f32(float x)
{
    const float a = pte_abs_f32(x);
    const float t = pte_exp_scaled_f32(a > 91.0f ? 91.0f : a, -1);

    return t + 0.25f / t;
}
