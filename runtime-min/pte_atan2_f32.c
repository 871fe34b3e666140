/* SPDX-License-Identifier: 0BSD
 * The angle of a point with coordinates of floats. */
#include "pte_math_arc_tangent_f32.h"

float pte_atan2_f32(float y, float x)
{
    return pte_arc_tangent_2_f32(y, x);
}
