/* SPDX-License-Identifier: 0BSD
 * Transposed 2-D convolution of quantised bytes, requantised by a float for each channel with a
 * bias behind the product. Sums wrap around, so they are unsigned here. */
#include "pte_kernels.h"
#include "pte_math.h"

typedef struct pte_conv_transpose2d_s8_fbias_epilogue {
    uint32_t zero;
    const pte_f32 *bias, *scale;
    const pte_s32 *q;
} pte_conv_transpose2d_s8_fbias_epilogue;

static int8_t
pte_conv_transpose2d_s8_fbias_finish(uint32_t acc, int32_t oc,
                                     const pte_conv_transpose2d_s8_fbias_epilogue *epi)
{
    const float bias = epi->bias ? epi->bias[oc] : 0.0f;

    return pte_requant_fbias_s8((int32_t)acc, epi->scale[oc], bias, epi->q);
}

#define T              pte_s8
#define OUT            pte_s8
#define ACC            uint32_t
#define FN(name)       pte_conv_transpose2d_s8_fbias_##name
#define MAC(x, w, epi) (((uint32_t)(x) + (epi)->zero) * (uint32_t)(w))
#define EPILOGUE       pte_conv_transpose2d_s8_fbias_epilogue
#include "conv_transpose2d.inc"

void pte_conv_transpose2d_s8_fbias(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight,
                                   const pte_f32 *bias, const pte_f32 *scale, const pte_s32 *q,
                                   const pte_conv2d *p)
{
    const pte_conv_transpose2d_s8_fbias_epilogue epi = {(uint32_t)q[0], bias, scale, q};

    pte_conv_transpose2d_s8_fbias_run(out, in, weight, &epi, p);
}
