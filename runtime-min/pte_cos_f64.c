/* SPDX-License-Identifier: 0BSD
 * The cosine of doubles. */
#include "pte_math.h"

double pte_cos_f64(double x)
{
    return pte_sin_or_cos_f64(x, 1);
}
