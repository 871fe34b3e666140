/* SPDX-License-Identifier: 0BSD */
#include "pte_turns.h"

void pte_rows_put(const pte_turn *t, void *kept)
{
    const int32_t first = pte_turns_first(t->turns, t->number + 1);
    const int32_t at = first - pte_turns_first(t->turns, t->number);

    pte_rows_copy(kept, (const pte_u8 *)t->memory + (size_t)at * t->row_bytes,
                  (size_t)(t->from + t->count - first) * t->row_bytes);
}
