/* SPDX-License-Identifier: 0BSD */
#include "pte_turns.h"

void pte_rows_conv2d(pte_conv2d_turn *p, void *memory, const pte_conv2d *whole, const pte_turns *s)
{
    pte_turn *const t = p->turn;

    pte_rows_under(t, memory, whole->os.h, s, whole->h, whole->sh, whole->ph);
    t->under *= whole->is.h;
    p->conv = *whole;
    p->conv.oh = t->count;
    p->conv.h = t->h;
    p->conv.ph = t->ph;
}
