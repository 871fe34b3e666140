/* SPDX-License-Identifier: 0BSD
 * Three rows of a convolution's input, copied so that no window leaves the picture, sixteen
 * channels after the other, so that the taps of a row lie side by side. Where a position has 8
 * channels, each has those of its neighbour behind them; where it has 3, rows are as they were. */
#ifndef PTE_MCU_BANDS_H
#define PTE_MCU_BANDS_H

#include "pte_mcu_kernels.h"

typedef struct pte_mcu_bands {
    const pte_mcu_conv2d *p;
    int32_t zero, blocks, together, columns; /* of the input */
    int32_t pixel, band;                     /* bytes of a column, of a row in sixteen channels */
    pte_s8 *row[3];
    int32_t held[3]; /* which rows of all windows they are */
} pte_mcu_bands;

/* scratch: pte_mcu_bands_scratch() bytes; zero: the input's zero point */
pte_mcu_bands pte_mcu_bands_of(pte_s8 *scratch, const pte_mcu_conv2d *p, int32_t zero);

/* Brings in those rows of the windows of a row of results, which all pictures count, that are not
 * there. Row i of the windows of row y of a picture's results is row[(y * p->sh + i) % 3]. */
void pte_mcu_keep_rows(pte_mcu_bands *b, const pte_s8 *in, int32_t result);

#endif
