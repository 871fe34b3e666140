/* SPDX-License-Identifier: 0BSD
 * Average pooling of quantised bytes. */
#include "pte_average_s8.h"
#include "pte_pool.h"

static int8_t pte_avg_pool2d_s8_finish(int32_t acc, int32_t n, const pte_s8 *in, const pte_tile *t,
                                       const pte_pool2d *p, const pte_f32 *epi)
{
    const pte_average_taps taps = {in, (ptrdiff_t)p->dh * p->is.h, (ptrdiff_t)p->dw * p->is.w,
                                   t->rows, t->cols};

    return pte_average_s8(acc, n, &taps, epi);
}

#define T                 pte_s8
#define ACC               int32_t
#define FN(name)          pte_avg_pool2d_s8_##name
#define INIT              0
#define STEP(acc, v, epi) ((acc) + (v))
#define EPILOGUE          pte_f32
#include "pool2d.inc"

void pte_avg_pool2d_s8(pte_s8 *out, const pte_s8 *in, const pte_f32 *q, const pte_pool2d *p)
{
    pte_avg_pool2d_s8_run(out, in, q, p);
}
