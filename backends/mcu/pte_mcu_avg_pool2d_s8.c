/* SPDX-License-Identifier: 0BSD
 * Average pooling of quantised bytes, four channels at a time: by lanes with Helium. */
#include "pte_average_s8.h"
#include "pte_mcu_average.h"
#include "pte_pool.h"

/* Channels, a multiple of four, of the position whose taps inside of the picture are those of t. */
static void pte_mcu_average(pte_s8 *out, const pte_s8 *in, const pte_tile *t, int32_t divisor,
                            const pte_f32 *q, const pte_pool2d *p)
{
    pte_average_taps taps = {in + t->in, (ptrdiff_t)p->dh * p->is.h, (ptrdiff_t)p->dw * p->is.w,
                             t->rows, t->cols};

    out += t->out;
    for (int32_t c = 0; c < p->c; c += 4) {
        const pte_s8 *row = taps.first;
        int32_t sums[4] = {0, 0, 0, 0};

        for (int32_t y = t->rows; y > 0; y--, row += taps.dy)
            pte_mcu_average_row(sums, row, t->cols, (int32_t)taps.dx);
        for (int32_t i = 0; i < 4; i++, taps.first++)
            *out++ = pte_average_s8(sums[i], divisor, &taps, q);
    }
}

void pte_mcu_avg_pool2d_s8(pte_s8 *out, const pte_s8 *in, const pte_f32 *q, const pte_pool2d *p)
{
    for (int32_t i = 0; i < p->n * p->oh * p->ow; i++) {
        const int32_t x = i % p->ow, y = i / p->ow % p->oh, b = i / p->ow / p->oh;
        const int32_t top = y * p->sh - p->ph, left = x * p->sw - p->pw;
        const pte_span ky = pte_taps(top, p->kh, p->dh, p->h);
        const pte_span kx = pte_taps(left, p->kw, p->dw, p->w);
        const pte_tile t = {
            .in = (ptrdiff_t)b * p->is.n + (ptrdiff_t)(top + ky.first * p->dh) * p->is.h +
                  (ptrdiff_t)(left + kx.first * p->dw) * p->is.w,
            .out = (ptrdiff_t)b * p->os.n + (ptrdiff_t)y * p->os.h + (ptrdiff_t)x * p->os.w,
            .rows = ky.count,
            .cols = kx.count};

        pte_mcu_average(out, in, &t, pte_pool_divisor(p, y, x, ky.count * kx.count), q, p);
    }
}
