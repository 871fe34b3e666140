/* SPDX-License-Identifier: 0BSD
 * Doubles rounded down. */
#include "pte_math_round_f64.h"

double pte_floor_f64(double x)
{
    return pte_round_f64_floor(x);
}
