/* SPDX-License-Identifier: 0BSD
 * The exponential of floats. */
#include "pte_math_parts.h"

float pte_exp_f32(float x)
{
    return pte_exp_any_f32(x);
}
