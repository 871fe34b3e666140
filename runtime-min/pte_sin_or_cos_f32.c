/* SPDX-License-Identifier: 0BSD
 * What sine and cosine of floats have in common. */
#include "pte_math_trig_f32.h"

float pte_sin_or_cos_f32(float x, uint32_t quarters)
{
    return pte_sine_or_cosine_f32(x, quarters);
}
