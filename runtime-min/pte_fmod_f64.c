/* SPDX-License-Identifier: 0BSD
 * The remainder of doubles, with the sign of x. */
#include "pte_math_round_f64.h"

double pte_fmod_f64(double x, double y)
{
    return pte_round_f64_fmod(x, y);
}
