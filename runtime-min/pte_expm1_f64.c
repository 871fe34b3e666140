/* SPDX-License-Identifier: 0BSD
 * exp(x) - 1 of doubles. */
#include "pte_math_parts_f64.h"

double pte_expm1_f64(double x)
{
    const double y = x > 710.0 ? 710.0 : x < -40.0 ? -40.0 : x;

    return x == 0 ? x : pte_expm1_inside_f64(y);
}
