/* SPDX-License-Identifier: 0BSD
 * The hyperbolic tangent of doubles. */
#include "pte_math_parts_f64.h"

/* t / (t + 2) with t = exp(2x) - 1. */
double pte_tanh_f64(double x)
{
    const double a = pte_abs_f64(x);
    const double t = pte_expm1_f64(a > 20.0 ? 40.0 : 2.0 * a), y = t / (t + 2.0);

    return x < 0 ? -y : x > 0 ? y : x;
}
