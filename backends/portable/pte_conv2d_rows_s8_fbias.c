/* SPDX-License-Identifier: 0BSD
 * 2-D convolution of 8-bit integers over its own operand, requantised by a float for each channel
 * with a bias behind the product. */
#include "pte_kernels.h"

typedef struct pte_conv2d_rows_s8_fbias_with {
    const pte_s8 *weight;
    const pte_f32 *bias, *scale;
    const pte_s32 *q;
} pte_conv2d_rows_s8_fbias_with;

static void pte_conv2d_rows_s8_fbias_conv(pte_s8 *out, const pte_s8 *in,
                                          const pte_conv2d_rows_s8_fbias_with *with,
                                          int32_t channel, const pte_conv2d *p)
{
    pte_conv2d_s8_fbias(out, in, with->weight + (ptrdiff_t)channel * p->ws.n,
                        with->bias ? with->bias + channel : NULL, with->scale + channel, with->q,
                        p);
}

#define T        pte_s8
#define FN(name) pte_conv2d_rows_s8_fbias_##name
#define WITH     pte_conv2d_rows_s8_fbias_with
#include "conv2d_rows.inc"

void pte_conv2d_rows_s8_fbias(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight,
                              const pte_f32 *bias, const pte_f32 *scale, const pte_s32 *q,
                              void *scratch, const pte_conv2d *p)
{
    const pte_conv2d_rows_s8_fbias_with with = {weight, bias, scale, q};

    pte_conv2d_rows_s8_fbias_run(out, in, &with, (pte_s8 *)scratch, p);
}
