/* SPDX-License-Identifier: 0BSD
 * The hyperbolic cosine of doubles. */
#include "pte_math_parts_f64.h"

double pte_cosh_f64(double x)
{
    const double a = pte_abs_f64(x);
    const double t = pte_exp_scaled_f64(a > 712.0 ? 712.0 : a, -1);

    return t + 0.25 / t;
}
