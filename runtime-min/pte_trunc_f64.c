/* SPDX-License-Identifier: 0BSD
 * Doubles rounded towards zero. */
#include "pte_math_round_f64.h"

double pte_trunc_f64(double x)
{
    return pte_round_f64_trunc(x);
}
