/* SPDX-License-Identifier: 0BSD */
#include "pte_turns.h"

void pte_rows_put(void *kept, const void *memory, size_t row_bytes, const pte_turns *s,
                  int32_t turn)
{
    const pte_rows next = pte_rows_of(s, turn + 1);
    const int32_t at = next.from - next.at - pte_turns_first(s, turn);

    pte_rows_copy(kept, (const pte_u8 *)memory + (size_t)at * row_bytes,
                  (size_t)next.at * row_bytes);
}
