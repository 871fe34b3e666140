/* SPDX-License-Identifier: 0BSD
 * The exponential of doubles. */
#include "pte_math_parts_f64.h"

double pte_exp_f64(double x)
{
    const double y = x > 710.0 ? 710.0 : x < -746.0 ? -746.0 : x; /* overflow and underflow */

    return pte_exp_scaled_f64(y, 0);
}
