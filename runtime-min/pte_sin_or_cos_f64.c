/* SPDX-License-Identifier: 0BSD
 * What sine and cosine of doubles have in common. */
#include "pte_math_trig_f64.h"

double pte_sin_or_cos_f64(double x, uint32_t quarters)
{
    return pte_sine_or_cosine_f64(x, quarters);
}
