/* SPDX-License-Identifier: 0BSD
 * The inverse tangent of doubles. */
#include "pte_math_arc_tangent_f64.h"

double pte_atan_f64(double x)
{
    return pte_arc_tangent_f64(x);
}
