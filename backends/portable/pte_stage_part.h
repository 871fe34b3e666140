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

/* The stage whose result `next` reads, before the first row that it needs. */
PTE_INLINE pte_stage pte_stage_before(const pte_stage *next, const pte_conv2d *whole)
{
    const pte_conv2d *p = next->whole;
    const int32_t y = next->end * p->sh - p->ph, start = y < 0 ? 0 : y < p->h ? y : p->h;
    const pte_stage s = {.whole = whole,
                         .rows = next->rows * p->sh,
                         .turns = 1,
                         .start = (next->start - 1) * p->sh - p->ph + (p->kh - 1) * p->dh + 1,
                         .from = start,
                         .end = start,
                         .first = start,
                         .kept = start};

    return s;
}

#endif
