/* SPDX-License-Identifier: 0BSD
 * Averages of quantised bytes over a picture whose rows come a few at a time. */
#include "pte_average_s8.h"

void pte_avg_pool2d_s8_rows(pte_s8 *out, pte_f32 *sums, const pte_s8 *in, const pte_s32 *q,
                            int32_t from, int32_t end, const pte_pool2d *p)
{
    const pte_average_s8 a = pte_average_s8_of(q);
    const int32_t n = pte_pool_divisor(p, 0, 0, p->kh * p->kw);

    for (int32_t c = 0; c < p->c && from == 0; c++)
        sums[c] = 0;
    for (int32_t y = from; y < end; y++, in += p->is.h)
        for (int32_t x = 0; x < p->kw; x++)
            for (int32_t c = 0; c < p->c; c++)
                sums[c] = pte_average_s8_add(sums[c], in[x * p->is.w + c * p->is.c], &a);
    for (int32_t c = 0; c < p->c && end == p->kh; c++)
        out[c * p->os.c] = pte_average_s8_result(sums[c], n, &a);
}
