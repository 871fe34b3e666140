/* SPDX-License-Identifier: 0BSD
 * The exponential of doubles and what is made of it. */
#include "pte_math_parts_f64.h"

double pte_exp_f64(double x)
{
    const double y = x > 710.0 ? 710.0 : x < -746.0 ? -746.0 : x; /* overflow and underflow */

    return pte_exp_scaled_f64(y, 0);
}

double pte_expm1_f64(double x)
{
    const double y = x > 710.0 ? 710.0 : x < -40.0 ? -40.0 : x;

    return x == 0 ? x : pte_expm1_inside_f64(y);
}

double pte_sigmoid_f64(double x)
{
    return pte_logistic_f64(x, pte_exp_f64(-pte_abs_f64(x)));
}

/* t / (t + 2) with t = exp(2x) - 1. */
double pte_tanh_f64(double x)
{
    const double a = pte_abs_f64(x);
    const double t = pte_expm1_f64(a > 20.0 ? 40.0 : 2.0 * a), y = t / (t + 2.0);

    return x < 0 ? -y : x > 0 ? y : x;
}

/* (t + t / (t + 1)) / 2 with t = exp(x) - 1. */
double pte_sinh_f64(double x)
{
    const double a = pte_abs_f64(x), t = pte_expm1_f64(a);
    const double y =
        a < 40.0 ? PTE_MUL(0.5, t + t / (t + 1.0)) : pte_exp_scaled_f64(a > 712.0 ? 712.0 : a, -1);

    return x < 0 ? -y : x > 0 ? y : x;
}

double pte_cosh_f64(double x)
{
    const double a = pte_abs_f64(x);
    const double t = pte_exp_scaled_f64(a > 712.0 ? 712.0 : a, -1);

    return t + 0.25 / t;
}
