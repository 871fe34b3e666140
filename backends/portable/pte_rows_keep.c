/* SPDX-License-Identifier: 0BSD */
#include "pte_turns.h"

void pte_rows_keep(void *memory, size_t row_bytes, const pte_turns *s, int32_t turn)
{
    const int32_t first = pte_turns_first(s, turn), before = pte_turns_first(s, turn - 1);

    if (first > before)
        pte_rows_copy(memory, (pte_u8 *)memory + (size_t)(first - before) * row_bytes,
                      (size_t)(pte_turns_end(s, turn - 1) - first) * row_bytes);
}
