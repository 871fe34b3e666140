/* SPDX-License-Identifier: 0BSD */
#include "pte_turns.h"

pte_rows pte_rows_of(const pte_turns *s, int32_t turn)
{
    const int32_t from = pte_turns_end(s, turn - 1);
    const pte_rows rows = {.from = from,
                           .count = pte_turns_end(s, turn) - from,
                           .at = from - pte_turns_first(s, turn)};

    return rows;
}
