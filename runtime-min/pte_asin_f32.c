/* SPDX-License-Identifier: 0BSD
 * The inverse sine of floats. */
#include "pte_math_arc_sine_f32.h"

float pte_asin_f32(float x)
{
    return pte_arc_sine_f32(x, pte_asin_pair_f32(pte_abs_f32(x)));
}
