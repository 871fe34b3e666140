/* SPDX-License-Identifier: 0BSD
 * Doubles rounded up. */
#include "pte_math_round_f64.h"

double pte_ceil_f64(double x)
{
    return pte_round_f64_ceil(x);
}
