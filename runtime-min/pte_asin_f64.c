/* SPDX-License-Identifier: 0BSD
 * The inverse sine of doubles. */
#include "pte_math_arc_sine_f64.h"

double pte_asin_f64(double x)
{
    return pte_arc_sine_f64(x, pte_asin_pair_f64(pte_abs_f64(x)));
}
