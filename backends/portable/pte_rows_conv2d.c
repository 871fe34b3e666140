/* SPDX-License-Identifier: 0BSD */
#include "pte_turns.h"

pte_rows pte_rows_conv2d(pte_conv2d *p, const pte_conv2d *whole, const pte_turns *s,
                         const pte_turns *in, int32_t turn)
{
    const int32_t first = in ? pte_turns_first(in, turn) : 0;
    const int32_t end = in ? pte_turns_end(in, turn) : whole->h;
    pte_rows rows = pte_rows_of(s, turn);
    const int32_t top = rows.from * whole->sh - whole->ph, start = top > first ? top : first;

    *p = *whole;
    p->oh = rows.count;
    p->ph = start - top;
    p->h = end > start ? end - start : 0;
    rows.under = (start - first) * whole->is.h;
    return rows;
}
