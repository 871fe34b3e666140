/* SPDX-License-Identifier: 0BSD
 * Doubles rounded to the nearest integer, halves to even. */
#include "pte_math_round_f64.h"

double pte_rint_f64(double x)
{
    return pte_round_f64_rint(x);
}
