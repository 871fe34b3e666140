/* SPDX-License-Identifier: 0BSD
 * The rows of the padded image that a window covers, copied as it moves down: windows need no edges
 * then, and results may overwrite the input. */
#ifndef PTE_MCU_ROWS_H
#define PTE_MCU_ROWS_H

#include "pte_mcu_kernels.h"

typedef struct pte_mcu_rows {
    const pte_conv2d *p;
    const pte_s8 *row; /* row y, counted from the first one of padding, is the y % reach-th */
    int32_t zero, pixel, bytes, reach, next; /* the first row that is not there yet */
    pte_s8 *ring;                            /* NULL: the input's own */
} pte_mcu_rows;

pte_mcu_rows pte_mcu_rows_of(const pte_conv2d *p, pte_s8 *ring, int32_t pixel, int32_t zero);

/* All rows of the windows of results in row y of an image; asked for y = 0, 1, ... */
void pte_mcu_bring(pte_mcu_rows *r, const pte_s8 *image, int32_t y);

/* Where row `ky` of those windows is. */
PTE_INLINE int32_t pte_mcu_row(const pte_mcu_rows *r, int32_t y, int32_t ky)
{
    return (y * r->p->sh + ky * r->p->dh) % r->reach * r->bytes;
}

#endif
