/* SPDX-License-Identifier: 0BSD
 * The inverse cosine of floats. */
#include "pte_math_arc_sine_f32.h"

float pte_acos_f32(float x)
{
    return pte_arc_cosine_f32(x, pte_asin_pair_f32(pte_abs_f32(x)));
}
