/* SPDX-License-Identifier: 0BSD
 * The logarithm of doubles to base 2. */
#include "pte_math_log_f64.h"

double pte_log2_f64(double x)
{
    const pte_pair_f64 unit = {1.0, 0.0}, factor = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};

    return pte_log_rounded_f64(x, unit, factor);
}
