/* SPDX-License-Identifier: 0BSD
 * 2-D convolution of bytes that were quantised image by image, with floats as the result. */
#include "pte_kernels.h"
#include "pte_window.h"

typedef struct pte_conv2d_s8_batch_epilogue {
    uint32_t zero[2]; /* of the input, of the weights */
    const pte_f32 *bias, *scale;
    float image_scale, lo, hi;
} pte_conv2d_s8_batch_epilogue;

static float pte_conv2d_s8_batch_finish(uint32_t acc, int32_t oc,
                                        const pte_conv2d_s8_batch_epilogue *epi)
{
    float v = (float)(int32_t)acc * epi->image_scale * epi->scale[oc];

    if (epi->bias)
        v += epi->bias[oc];
    return v < epi->lo ? epi->lo : v > epi->hi ? epi->hi : v;
}

#define T         pte_s8
#define OUT       pte_f32
#define ACC       uint32_t
#define FN(name)  pte_conv2d_s8_batch_##name
#define X(v)      ((uint32_t)(v) + zero[0])
#define W(v)      ((uint32_t)(v))
#define EPILOGUE  pte_conv2d_s8_batch_epilogue
#define ANY_ORDER 1
#include "conv2d.inc"

void pte_conv2d_s8_batch(pte_f32 *out, const pte_s8 *in, const pte_s8 *weight, const pte_f32 *bias,
                         const pte_f32 *scale, const pte_f32 *image_scale,
                         const pte_s32 *image_zero, const pte_conv2d *p)
{
    pte_conv2d one = *p;

    one.n = 1;
    for (ptrdiff_t b = 0; b < p->n; b++) {
        const pte_conv2d_s8_batch_epilogue epi = {
            {0 - (uint32_t)image_zero[b], 0}, bias, scale, image_scale[b], p->lo, p->hi};

        pte_conv2d_s8_batch_run(out + b * p->os.n, in + b * p->is.n, weight, &epi, &one);
    }
}
