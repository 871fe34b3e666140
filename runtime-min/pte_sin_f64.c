/* SPDX-License-Identifier: 0BSD
 * The sine of doubles. */
#include "pte_math.h"

double pte_sin_f64(double x)
{
    return pte_sin_or_cos_f64(x, 0);
}
