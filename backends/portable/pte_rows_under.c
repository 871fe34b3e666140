/* SPDX-License-Identifier: 0BSD */
#include "pte_turns.h"

void pte_rows_under(pte_turn *t, void *memory, int32_t elements, const pte_turns *s, int32_t h,
                    int32_t sh, int32_t ph)
{
    const pte_turns *const in = t->turns;
    const int32_t first = in ? pte_turns_first(in, t->number) : 0;
    const int32_t end = in ? pte_turns_end(in, t->number) : h;
    int32_t top, start;

    pte_rows_of(t, memory, elements, s);
    top = t->from * sh - ph;
    start = top > first ? top : first;
    t->under = start - first;
    t->h = end > start ? end - start : 0;
    t->ph = start - top;
}
