/* SPDX-License-Identifier: 0BSD
 * The inverse hyperbolic cosine of doubles. */
#include "pte_math_parts_f64.h"

#define F        double
#define FN(name) pte_##name##_f64
#define SQRT     pte_sqrt_f64
#define LOG      pte_log_f64
#define LOG1P    pte_log1p_f64
#define LOG_2    0x1.62e42fefa39efp-1
#define DIGITS   52
#include "pte_math_acosh.inc"

double pte_acosh_f64(double x)
{
    return pte_area_cosine_f64(x);
}
