/* SPDX-License-Identifier: 0BSD
 * Logarithms of doubles to several bases. */
#ifndef PTE_MATH_LOG_F64_H
#define PTE_MATH_LOG_F64_H

#include "pte_math_parts_f64.h"

/* The logarithm of x > 0 to the base with the logarithms unit of 2 and factor of e. */
pte_pair_f64 pte_log_pair_f64(double x, pte_pair_f64 unit, pte_pair_f64 factor);

PTE_INLINE double pte_log_rounded_f64(double x, pte_pair_f64 unit, pte_pair_f64 factor)
{
    pte_pair_f64 y;

    if (!(x > 0) || x > PTE_MAX_F64)
        return pte_log_limit_f64(x);
    y = pte_log_pair_f64(x, unit, factor);
    return y.hi + y.lo;
}

#endif
