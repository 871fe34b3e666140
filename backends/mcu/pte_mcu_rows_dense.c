/* SPDX-License-Identifier: 0BSD */
#include "pte_mcu_turns.h"

void pte_mcu_rows_dense(pte_mcu_dense_turn *p, void *memory, const pte_mcu_dense *whole,
                        const pte_turns *s)
{
    const int32_t w = whole->n / s->height;
    pte_turn *const t = p->turn;

    pte_rows_under(t, memory, w * whole->oc, s, s->height, 1, 0);
    t->under *= w * whole->c;
    p->conv = *whole;
    p->conv.n = (pte_u16)(t->count * w);
}
