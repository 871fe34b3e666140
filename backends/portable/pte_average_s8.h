/* SPDX-License-Identifier: 0BSD
 * Averages of quantised bytes, in integers, with the bits that the cortex_m dialect defines in
 * float: there every element is dequantised, and so rounded, before it is added. */
#ifndef PTE_AVERAGE_S8_H
#define PTE_AVERAGE_S8_H

#include "pte_rt.h"

/* The elements that one average is of: `dy` and `dx` lie between rows and between columns. */
typedef struct pte_average_taps {
    const pte_s8 *first;
    ptrdiff_t dy, dx;
    int32_t rows, cols;
} pte_average_taps;

/* The average of taps whose bytes have this sum, divided by n, which is 0 or no less than their
 * number. q = { zero point, scale }, whose bits alone are read, so that no FPU is needed. */
int8_t pte_average_s8(int32_t sum, int32_t n, const pte_average_taps *taps, const pte_f32 *q);

#endif
