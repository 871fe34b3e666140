/* SPDX-License-Identifier: 0BSD */
#include "pte_turns.h"

void pte_rows_keep(const pte_turn *t)
{
    const int32_t first = pte_turns_first(t->turns, t->number);
    const int32_t before = pte_turns_first(t->turns, t->number - 1);

    if (first > before)
        pte_rows_copy(t->memory, (pte_u8 *)t->memory + (size_t)(first - before) * t->row_bytes,
                      (size_t)(t->from - first) * t->row_bytes);
}
