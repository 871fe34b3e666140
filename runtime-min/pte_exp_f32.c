/* SPDX-License-Identifier: 0BSD
 * The exponential of floats. */
#include "pte_math_parts.h"

float pte_exp_f32(float x)
{
    const float y = x < -104.0f ? -104.0f : x; /* below it underflows */

    return pte_exp_scaled_f32(x > 89.0f ? 89.0f : y, 0);
}
