/* SPDX-License-Identifier: 0BSD
 * The inverse tangent of floats. */
#include "pte_math_arc_tangent_f32.h"

float pte_atan_f32(float x)
{
    return pte_arc_tangent_f32(x);
}
