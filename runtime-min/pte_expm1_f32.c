/* SPDX-License-Identifier: 0BSD
 * exp(x) - 1 of floats. */
#include "pte_math_parts.h"

float pte_expm1_f32(float x)
{
    const float y = x > 89.0f ? 89.0f : x < -18.0f ? -18.0f : x;

    return x == 0 ? x : pte_expm1_inside_f32(y);
}
