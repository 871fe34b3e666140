/* SPDX-License-Identifier: 0BSD
 * Convolutions in a row that run a few rows at a time, in parts: each thread computes its rows of
 * the last result, and of those before it what they need, in memory of its own. */
#ifndef PTE_STAGE_PART_H
#define PTE_STAGE_PART_H

#include "pte_stage.h"
#include "pte_threads.h"

/* All rows of the last result until the part ends. */
PTE_INLINE pte_conv2d pte_rows_until(const pte_conv2d *whole, int32_t part, int32_t parts)
{
    pte_conv2d p = *whole;

    p.oh = pte_part_start(p.oh, part + 1, parts);
    return p;
}

/* First row of the operand of `next` that its part reads. */
PTE_INLINE int32_t pte_stage_start(const pte_stage *next)
{
    const pte_conv2d *p = next->whole;
    const int32_t y = next->end * p->sh - p->ph;

    return y < 0 ? 0 : y < p->h ? y : p->h;
}

/* A stage before row `first`. */
PTE_INLINE pte_stage pte_stage_before(const pte_conv2d *whole, int32_t first)
{
    const pte_stage s = {
        .whole = whole, .asked = INT32_MIN, .from = first, .end = first, .first = first, .kept = first};

    return s;
}

#endif
