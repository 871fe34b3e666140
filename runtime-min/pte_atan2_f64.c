/* SPDX-License-Identifier: 0BSD
 * The angle of a point with coordinates of doubles. */
#include "pte_math_arc_tangent_f64.h"

double pte_atan2_f64(double y, double x)
{
    return pte_arc_tangent_2_f64(y, x);
}
