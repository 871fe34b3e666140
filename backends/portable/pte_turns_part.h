/* SPDX-License-Identifier: 0BSD
 * Convolutions in a row that run a few rows at a time, in parts: each thread computes its rows of
 * the last result, and of those before it what they need, in memory of its own. */
#ifndef PTE_TURNS_PART_H
#define PTE_TURNS_PART_H

#include "pte_parts.h"
#include "pte_turns.h"

/* How many turns it takes. */
PTE_INLINE int32_t pte_turns_count(const pte_turns *s)
{
    return (s->height * s->turns - s->start + s->rows - 1) / s->rows + 1;
}

/* Of the last step: the rows of one part. */
PTE_INLINE pte_turns pte_turns_part(const pte_turns *whole, int32_t part, int32_t parts)
{
    pte_turns s = *whole;

    s.begin = (pte_u16)pte_part_start(whole->height, part, parts);
    s.height = (pte_u16)pte_part_start(whole->height, part + 1, parts);
    s.start += s.begin;
    return s;
}

/* Of the step whose result the next one reads, a convolution of stride sh and padding ph, from the
 * first row on that it needs. next_whole: the next one's where it is in one part. */
PTE_INLINE pte_turns pte_turns_before(const pte_turns *next, const pte_turns *next_whole,
                                      const pte_turns *whole, int32_t sh, int32_t ph)
{
    const int32_t y = next->begin * sh - ph;
    pte_turns s = *whole;

    s.begin = (pte_u16)(y < 0 ? 0 : y < s.height ? y : s.height);
    s.start += (next->start - next_whole->start) * sh;
    return s;
}

#endif
