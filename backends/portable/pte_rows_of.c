/* SPDX-License-Identifier: 0BSD */
#include "pte_turns.h"

void pte_rows_of(pte_turn *t, void *memory, int32_t elements, const pte_turns *s)
{
    t->turns = s;
    t->memory = memory;
    t->row_bytes = (size_t)elements * s->size;
    t->from = pte_turns_end(s, t->number - 1);
    t->count = pte_turns_end(s, t->number) - t->from;
    t->out = (pte_u8 *)memory + (size_t)pte_rows_in(t, s) * t->row_bytes;
}
