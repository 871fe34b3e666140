/* SPDX-License-Identifier: 0BSD
 * The reciprocal square root of doubles. */
#include "pte_math.h"

double pte_rsqrt_f64(double x)
{
    return 1.0 / pte_sqrt_f64(x);
}
