/* SPDX-License-Identifier: 0BSD */
#include "pte_turns.h"

pte_rows pte_rows_under(const pte_turns *s, const pte_turns *in, int32_t turn, int32_t h,
                        int32_t sh, int32_t ph)
{
    const int32_t first = in ? pte_turns_first(in, turn) : 0;
    const int32_t end = in ? pte_turns_end(in, turn) : h;
    pte_rows rows = pte_rows_of(s, turn);
    const int32_t top = rows.from * sh - ph, start = top > first ? top : first;

    rows.under = start - first;
    rows.h = end > start ? end - start : 0;
    rows.ph = start - top;
    return rows;
}
