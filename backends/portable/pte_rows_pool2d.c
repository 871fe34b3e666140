/* SPDX-License-Identifier: 0BSD */
#include "pte_turns.h"

void pte_rows_pool2d(pte_pool2d_turn *p, void *memory, const pte_pool2d *whole, const pte_turns *s)
{
    pte_turn *const t = p->turn;

    pte_rows_under(t, memory, whole->os.h, s, whole->h, whole->sh, whole->ph);
    t->under *= whole->is.h;
    p->pool = *whole;
    p->pool.oh = t->count;
    p->pool.h = t->h;
    p->pool.ph = t->ph;
}
