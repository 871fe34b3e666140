/* SPDX-License-Identifier: 0BSD
 * Transposed 2-D convolution of bytes that were quantised image by image, with floats as the
 * result. Sums wrap around, so they are unsigned here. */
#include "pte_kernels.h"

typedef struct pte_conv_transpose2d_s8_batch_epilogue {
    uint32_t zero;
    const pte_f32 *bias, *scale;
    float image_scale, lo, hi;
} pte_conv_transpose2d_s8_batch_epilogue;

static float pte_conv_transpose2d_s8_batch_finish(uint32_t acc, int32_t oc,
                                                  const pte_conv_transpose2d_s8_batch_epilogue *epi)
{
    float v = (float)(int32_t)acc * epi->image_scale * epi->scale[oc];

    if (epi->bias)
        v += epi->bias[oc];
    return v < epi->lo ? epi->lo : v > epi->hi ? epi->hi : v;
}

#define T              pte_s8
#define OUT            pte_f32
#define ACC            uint32_t
#define FN(name)       pte_conv_transpose2d_s8_batch_##name
#define MAC(x, w, epi) (((uint32_t)(x) + (epi)->zero) * (uint32_t)(w))
#define EPILOGUE       pte_conv_transpose2d_s8_batch_epilogue
#include "conv_transpose2d.inc"

void pte_conv_transpose2d_s8_batch(pte_f32 *out, const pte_s8 *in, const pte_s8 *weight,
                                   const pte_f32 *bias, const pte_f32 *scale,
                                   const pte_f32 *image_scale, const pte_s32 *image_zero,
                                   const pte_conv2d *p)
{
    pte_conv2d one = *p;

    one.n = 1;
    for (ptrdiff_t b = 0; b < p->n; b++) {
        const pte_conv_transpose2d_s8_batch_epilogue epi = {
            0 - (uint32_t)image_zero[b], bias, scale, image_scale[b], p->lo, p->hi};

        pte_conv_transpose2d_s8_batch_run(out + b * p->os.n, in + b * p->is.n, weight, &epi, &one);
    }
}
