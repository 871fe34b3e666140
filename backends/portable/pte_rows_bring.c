/* SPDX-License-Identifier: 0BSD */
#include "pte_turns.h"

void pte_rows_bring(void *memory, const void *kept, size_t row_bytes, const pte_turns *s,
                    int32_t turn)
{
    pte_rows_copy(memory, kept, (size_t)pte_rows_of(s, turn).at * row_bytes);
}
