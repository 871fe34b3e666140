/* SPDX-License-Identifier: 0BSD
 * Logarithms of floats to several bases. */
#ifndef PTE_MATH_LOG_F32_H
#define PTE_MATH_LOG_F32_H

#include "pte_math_parts.h"

/* The logarithm of x > 0 to the base with the logarithms unit of 2 and factor of e. */
pte_pair_f32 pte_log_pair_f32(float x, pte_pair_f32 unit, pte_pair_f32 factor);

PTE_INLINE float pte_log_rounded_f32(float x, pte_pair_f32 unit, pte_pair_f32 factor)
{
    pte_pair_f32 y;

    if (!(x > 0) || x > PTE_MAX_F32)
        return pte_log_limit_f32(x);
    y = pte_log_pair_f32(x, unit, factor);
    return y.hi + y.lo;
}

#endif
