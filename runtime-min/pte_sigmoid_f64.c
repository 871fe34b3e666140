/* SPDX-License-Identifier: 0BSD
 * 1 / (1 + exp(-x)) of doubles. */
#include "pte_math_parts_f64.h"

double pte_sigmoid_f64(double x)
{
    return pte_logistic_f64(x, pte_exp_f64(-pte_abs_f64(x)));
}
