/* SPDX-License-Identifier: 0BSD */
#include "pte_turns.h"

int32_t pte_turns_end(const pte_turns *s, int32_t number)
{
    const int32_t end = number < 0 ? s->begin : (number * s->rows + s->start) / s->turns;

    return end < s->begin ? s->begin : end < s->height ? end : s->height;
}
