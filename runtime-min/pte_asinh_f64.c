/* SPDX-License-Identifier: 0BSD
 * The inverse hyperbolic sine of doubles. */
#include "pte_math_parts_f64.h"

#define F        double
#define FN(name) pte_##name##_f64
#define ABS      pte_abs_f64
#define SQRT     pte_sqrt_f64
#define LOG      pte_log_f64
#define LOG1P    pte_log1p_f64
#define LOG_2    0x1.62e42fefa39efp-1
#define DIGITS   52
#include "pte_math_asinh.inc"

double pte_asinh_f64(double x)
{
    return pte_area_sine_f64(x);
}
