/* SPDX-License-Identifier: 0BSD
 * Transposed 2-D convolution of floats. */
#include "pte_kernels.h"

typedef struct pte_conv_transpose2d_f32_epilogue {
    const pte_f32 *bias;
    float lo, hi;
} pte_conv_transpose2d_f32_epilogue;

static float pte_conv_transpose2d_f32_finish(float acc, int32_t oc,
                                             const pte_conv_transpose2d_f32_epilogue *epi)
{
    if (epi->bias)
        acc += epi->bias[oc];
    return acc < epi->lo ? epi->lo : acc > epi->hi ? epi->hi : acc;
}

#define T              pte_f32
#define ACC            float
#define FN(name)       pte_conv_transpose2d_f32_##name
#define MAC(x, w, epi) ((x) * (w))
#define EPILOGUE       pte_conv_transpose2d_f32_epilogue
#include "conv_transpose2d.inc"

void pte_conv_transpose2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                              const pte_f32 *bias, const pte_conv2d *p)
{
    const pte_conv_transpose2d_f32_epilogue epi = {bias, p->lo, p->hi};

    pte_conv_transpose2d_f32_run(out, in, weight, &epi, p);
}
