/* SPDX-License-Identifier: 0BSD
 * The quotient of doubles, rounded down. */
#include "pte_math_round_f64.h"

double pte_floordiv_f64(double x, double y)
{
    return pte_round_f64_floordiv(x, y, pte_fmod_f64(x, y));
}
