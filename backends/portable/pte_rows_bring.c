/* SPDX-License-Identifier: 0BSD */
#include "pte_turns.h"

void pte_rows_bring(const pte_turn *t, const void *kept)
{
    pte_rows_copy(t->memory, kept, (size_t)((pte_u8 *)t->out - (pte_u8 *)t->memory));
}
