/* SPDX-License-Identifier: 0BSD
 * The error function. */
#include "pte_math_parts.h"

float pte_erf_f32(float x)
{
    const float a = pte_abs_f32(x);
    float y;

    if (a < 0.9375f)
        return pte_erf_near_f32(x);
    y = a < 3.9375f ? pte_erf_far_f32(a) : 1.0f;
    return x < 0 ? -y : x > 0 ? y : x;
}
