/* SPDX-License-Identifier: 0BSD
 * The tangent of doubles. */
#include "pte_math_trig_f64.h"

double pte_tan_f64(double x)
{
    return pte_tangent_f64(x);
}
