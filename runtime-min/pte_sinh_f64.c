/* SPDX-License-Identifier: 0BSD
 * The hyperbolic sine of doubles. */
#include "pte_math_parts_f64.h"

/* (t + t / (t + 1)) / 2 with t = exp(x) - 1. */
double pte_sinh_f64(double x)
{
    const double a = pte_abs_f64(x), t = pte_expm1_f64(a);
    const double y =
        a < 40.0 ? PTE_MUL(0.5, t + t / (t + 1.0)) : pte_exp_scaled_f64(a > 712.0 ? 712.0 : a, -1);

    return x < 0 ? -y : x > 0 ? y : x;
}
