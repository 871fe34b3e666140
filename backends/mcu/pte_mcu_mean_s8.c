/* SPDX-License-Identifier: 0BSD
 * The average of neighbouring positions of quantised bytes. */
#include "pte_average_s8.h"
#include "pte_mcu_average.h"

void pte_mcu_mean_s8(pte_s8 *out, const pte_s8 *in, const pte_f32 *q, const pte_mcu_mean *p)
{
    pte_average_taps taps = {in, 0, p->c, 1, p->positions};

    for (int32_t n = p->n; n > 0; n--, taps.first += p->image - p->c)
        for (int32_t c = 0; c < p->c; c += 4) {
            int32_t sums[4] = {0, 0, 0, 0};

            pte_mcu_average_row(sums, taps.first, p->positions, p->c);
            for (int32_t i = 0; i < 4; i++, taps.first++)
                *out++ = pte_average_s8(sums[i], p->positions, &taps, q);
        }
}
