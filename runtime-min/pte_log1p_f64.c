/* SPDX-License-Identifier: 0BSD
 * log(1 + x) of doubles. */
#include "pte_math_log_f64.h"

/* log(u) + c / u, where c is what 1 + x lost by rounding to u. */
double pte_log1p_f64(double x)
{
    const pte_pair_f64 unit = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}, factor = {1.0, 0.0};
    const double u = 1.0 + x, c = x > 1.0 ? 1.0 - (u - x) : x - (u - 1.0);
    pte_pair_f64 y;

    if (x == 0 || !(u > 0) || u > PTE_MAX_F64)
        return x == 0 ? x : pte_log_limit_f64(u);
    y = pte_log_pair_f64(u, unit, factor);
    return y.hi + (y.lo + c / u);
}
