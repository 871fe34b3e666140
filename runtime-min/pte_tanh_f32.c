/* SPDX-License-Identifier: 0BSD
 * The hyperbolic tangent of floats. */
#include "pte_math_parts.h"

float pte_tanh_f32(float x)
{
    const float a = pte_abs_f32(x);
    float y;

    if (x == 0)
        return x;
    if (a < 0.625f)
        return pte_tanh_near_f32(x);
    y = pte_tanh_far_f32(a);
    return x < 0 ? -y : x > 0 ? y : x;
}
