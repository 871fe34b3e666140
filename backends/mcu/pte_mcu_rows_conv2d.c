/* SPDX-License-Identifier: 0BSD */
#include "pte_mcu_turns.h"

pte_rows pte_mcu_rows_conv2d(pte_mcu_conv2d *p, const pte_mcu_conv2d *whole, const pte_turns *s,
                             const pte_turns *in, int32_t turn)
{
    pte_rows rows = pte_rows_under(s, in, turn, whole->h, whole->sh, whole->ph);

    rows.under *= whole->w * whole->c;
    *p = *whole;
    p->oh = (uint16_t)rows.count;
    p->h = (uint16_t)rows.h;
    p->ph = (uint8_t)rows.ph;
    return rows;
}
