/* SPDX-License-Identifier: 0BSD
 * The logarithm of doubles to base 10. */
#include "pte_math_log_f64.h"

double pte_log10_f64(double x)
{
    const pte_pair_f64 unit = {0x1.34413509f79ffp-2, -0x1.9dc1da994fd21p-59};
    const pte_pair_f64 factor = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};

    return pte_log_rounded_f64(x, unit, factor);
}
