/* SPDX-License-Identifier: 0BSD
 * 2-D convolution of quantised bytes, requantised by two floats. Sums wrap around, so they are
 * unsigned here. */
#include "pte_kernels.h"
#include "pte_math.h"
#include "pte_window.h"

typedef struct pte_conv2d_s8_twice_epilogue {
    uint32_t zero[2]; /* of the input, of the weights */
    const pte_s32 *bias;
    const pte_f32 *factor;
    const pte_s32 *q;
} pte_conv2d_s8_twice_epilogue;

static int8_t pte_conv2d_s8_twice_finish(uint32_t acc, int32_t oc,
                                         const pte_conv2d_s8_twice_epilogue *epi)
{
    if (epi->bias)
        acc += (uint32_t)epi->bias[oc];
    return pte_requant_twice_s8((int32_t)acc, epi->factor, epi->q);
}

#define T         pte_s8
#define OUT       pte_s8
#define ACC       uint32_t
#define FN(name)  pte_conv2d_s8_twice_##name
#define X(v)      ((uint32_t)(v) + zero[0])
#define W(v)      ((uint32_t)(v) + zero[1])
#define EPILOGUE  pte_conv2d_s8_twice_epilogue
#define ANY_ORDER 1
#include "conv2d.inc"

void pte_conv2d_s8_twice(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight, const pte_s32 *bias,
                         const pte_f32 *factor, const pte_s32 *q, const pte_conv2d *p)
{
    const pte_conv2d_s8_twice_epilogue epi = {{(uint32_t)q[0], (uint32_t)q[4]}, bias, factor, q};

    pte_conv2d_s8_twice_run(out, in, weight, &epi, p);
}
