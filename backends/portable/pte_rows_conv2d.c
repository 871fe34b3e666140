/* SPDX-License-Identifier: 0BSD */
#include "pte_turns.h"

pte_rows pte_rows_conv2d(pte_conv2d *p, const pte_conv2d *whole, const pte_turns *s,
                         const pte_turns *in, int32_t turn)
{
    pte_rows rows = pte_rows_under(s, in, turn, whole->h, whole->sh, whole->ph);

    rows.under *= whole->is.h;
    *p = *whole;
    p->oh = rows.count;
    p->h = rows.h;
    p->ph = rows.ph;
    return rows;
}
