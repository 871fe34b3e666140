/* SPDX-License-Identifier: 0BSD
 * Transposed 2-D convolution of quantised bytes whose weights have a zero point, requantised by two
 * floats. Sums wrap around, so they are unsigned here. */
#include "pte_kernels.h"
#include "pte_math.h"

typedef struct pte_conv_transpose2d_s8_twice_epilogue {
    uint32_t zero, weight_zero;
    const pte_s32 *bias, *q;
    const pte_f32 *factor;
} pte_conv_transpose2d_s8_twice_epilogue;

static int8_t
pte_conv_transpose2d_s8_twice_finish(uint32_t acc, int32_t oc,
                                     const pte_conv_transpose2d_s8_twice_epilogue *epi)
{
    if (epi->bias)
        acc += (uint32_t)epi->bias[oc];
    return pte_requant_twice_s8((int32_t)acc, epi->factor, epi->q);
}

#define T              pte_s8
#define OUT            pte_s8
#define ACC            uint32_t
#define FN(name)       pte_conv_transpose2d_s8_twice_##name
#define MAC(x, w, epi) (((uint32_t)(x) + (epi)->zero) * ((uint32_t)(w) + (epi)->weight_zero))
#define EPILOGUE       pte_conv_transpose2d_s8_twice_epilogue
#include "conv_transpose2d.inc"

void pte_conv_transpose2d_s8_twice(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight,
                                   const pte_s32 *bias, const pte_f32 *factor, const pte_s32 *q,
                                   const pte_conv2d *p)
{
    const pte_conv_transpose2d_s8_twice_epilogue epi = {(uint32_t)q[0], (uint32_t)q[4], bias, q,
                                                        factor};

    pte_conv_transpose2d_s8_twice_run(out, in, weight, &epi, p);
}
