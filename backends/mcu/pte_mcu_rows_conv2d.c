/* SPDX-License-Identifier: 0BSD */
#include "pte_mcu_turns.h"

void pte_mcu_rows_conv2d(pte_mcu_conv2d_turn *p, void *memory, const pte_mcu_conv2d *whole,
                         const pte_turns *s)
{
    pte_turn *const t = p->turn;

    pte_rows_under(t, memory, whole->ow * whole->oc, s, whole->h, whole->sh, whole->ph);
    t->under *= whole->w * whole->c;
    p->conv = *whole;
    p->conv.oh = (pte_u16)t->count;
    p->conv.h = (pte_u16)t->h;
    p->conv.ph = (pte_u8)t->ph;
}
