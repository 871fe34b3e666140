/* SPDX-License-Identifier: 0BSD
 * 2-D convolution of floats over its own operand. */
#include "pte_kernels.h"

typedef struct pte_conv2d_rows_f32_with {
    const pte_f32 *weight, *bias;
} pte_conv2d_rows_f32_with;

static void pte_conv2d_rows_f32_conv(pte_f32 *out, const pte_f32 *in,
                                     const pte_conv2d_rows_f32_with *with, int32_t channel,
                                     const pte_conv2d *p)
{
    pte_conv2d_f32(out, in, with->weight + (ptrdiff_t)channel * p->ws.n,
                   with->bias ? with->bias + channel : NULL, p);
}

#define T        pte_f32
#define FN(name) pte_conv2d_rows_f32_##name
#define WITH     pte_conv2d_rows_f32_with
#include "conv2d_rows.inc"

void pte_conv2d_rows_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                         const pte_f32 *bias, void *scratch, const pte_conv2d *p)
{
    const pte_conv2d_rows_f32_with with = {weight, bias};

    pte_conv2d_rows_f32_run(out, in, &with, (pte_f32 *)scratch, p);
}
