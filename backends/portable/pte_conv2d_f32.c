/* SPDX-License-Identifier: 0BSD
 * 2-D convolution of floats. */
#include "pte_kernels.h"
#include "pte_window.h"

typedef struct conv2d_f32_epilogue {
    const float *zero; /* unused */
    const pte_f32 *bias;
    float lo, hi;
} conv2d_f32_epilogue;

static float conv2d_f32_finish(float acc, int32_t oc, const conv2d_f32_epilogue *epi)
{
    if (epi->bias)
        acc += epi->bias[oc];
    return acc < epi->lo ? epi->lo : acc > epi->hi ? epi->hi : acc;
}

#define T         pte_f32
#define ACC       float
#define FN(name)  conv2d_f32_##name
#define X(v)      (v)
#define W(v)      (v)
#define EPILOGUE  conv2d_f32_epilogue
#define ANY_ORDER 0
#include "conv2d.inc"

void pte_conv2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight, const pte_f32 *bias,
                    const pte_conv2d *p)
{
    const conv2d_f32_epilogue epi = {NULL, bias, p->lo, p->hi};

    conv2d_f32_run(out, in, weight, &epi, p);
}
