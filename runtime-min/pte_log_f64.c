/* SPDX-License-Identifier: 0BSD
 * The natural logarithm of doubles. */
#include "pte_math_log_f64.h"

double pte_log_f64(double x)
{
    const pte_pair_f64 unit = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}, factor = {1.0, 0.0};

    return pte_log_rounded_f64(x, unit, factor);
}
