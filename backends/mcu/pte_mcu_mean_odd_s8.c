/* SPDX-License-Identifier: 0BSD
 * The average of neighbouring positions of quantised bytes, where no scale can move it: the average
 * of an odd number of bytes is not in the middle of two integers, and the error of float sums does
 * not reach that far for a few (pte_average_s8.c has the bound). */
#include "pte_mcu_average.h"

void pte_mcu_mean_odd_s8(pte_s8 *out, const pte_s8 *in, const pte_f32 *q, const pte_mcu_mean *p)
{
    const int32_t k = p->positions, start = (k << 7) + (k >> 1); /* no sum is negative then */

    (void)q;
    for (int32_t n = p->n; n > 0; n--, in += p->image - p->c)
        for (int32_t c = 0; c < p->c; c += 4, in += 4) {
            int32_t sums[4] = {start, start, start, start};

            pte_mcu_average_row(sums, in, k, p->c);
            for (int32_t i = 0; i < 4; i++)
                *out++ = (int8_t)((uint32_t)sums[i] / (uint32_t)k - 128);
        }
}
