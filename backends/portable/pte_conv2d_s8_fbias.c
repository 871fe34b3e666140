/* SPDX-License-Identifier: 0BSD
 * 2-D convolution of quantised bytes, requantised by a float for each channel with a bias behind
 * the product. Sums wrap around, so they are unsigned here. */
#include "pte_kernels.h"
#include "pte_math.h"
#include "pte_window.h"

typedef struct pte_conv2d_s8_fbias_epilogue {
    uint32_t zero[2]; /* of the input, of the weights */
    const pte_f32 *bias, *scale;
    const pte_s32 *q;
} pte_conv2d_s8_fbias_epilogue;

static int8_t pte_conv2d_s8_fbias_finish(uint32_t acc, int32_t oc,
                                         const pte_conv2d_s8_fbias_epilogue *epi)
{
    const float bias = epi->bias ? epi->bias[oc] : 0.0f;

    return pte_requant_fbias_s8((int32_t)acc, epi->scale[oc], bias, epi->q);
}

#define T         pte_s8
#define OUT       pte_s8
#define ACC       uint32_t
#define FN(name)  pte_conv2d_s8_fbias_##name
#define X(v)      ((uint32_t)(v) + zero[0])
#define W(v)      ((uint32_t)(v))
#define EPILOGUE  pte_conv2d_s8_fbias_epilogue
#define ANY_ORDER 1
#include "conv2d.inc"

void pte_conv2d_s8_fbias(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight, const pte_f32 *bias,
                         const pte_f32 *scale, const pte_s32 *q, const pte_conv2d *p)
{
    const pte_conv2d_s8_fbias_epilogue epi = {{(uint32_t)q[0], 0}, bias, scale, q};

    pte_conv2d_s8_fbias_run(out, in, weight, &epi, p);
}
