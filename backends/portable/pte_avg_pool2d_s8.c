/* SPDX-License-Identifier: 0BSD
 * Average pooling of quantised bytes, in float as the cortex_m dialect defines it: every element
 * is dequantised, and so rounded, before it is added. */
#include "pte_math.h"
#include "pte_pool.h"

typedef struct pte_avg_pool2d_s8_epilogue {
    float zero, scale;
} pte_avg_pool2d_s8_epilogue;

static int8_t pte_avg_pool2d_s8_finish(float acc, int32_t n, const pte_pool2d *p,
                                       const pte_avg_pool2d_s8_epilogue *epi)
{
    const float mean = n ? acc / (float)n : 0.0f;

    (void)p;
    return pte_s8_from_f32(pte_rint_f32(mean / epi->scale) + epi->zero);
}

#define T                 pte_s8
#define ACC               float
#define FN(name)          pte_avg_pool2d_s8_##name
#define INIT              0.0f
#define STEP(acc, v, epi) ((acc) + pte_mul_f32((float)(v) - (epi)->zero, (epi)->scale))
#define EPILOGUE          pte_avg_pool2d_s8_epilogue
#include "pool2d.inc"

void pte_avg_pool2d_s8(pte_s8 *out, const pte_s8 *in, const pte_s32 *q, const pte_pool2d *p)
{
    const float scale = pte_ldexp_f32((float)q[1], pte_sub_s32(q[2], 31));
    const pte_avg_pool2d_s8_epilogue epi = {(float)q[0], scale};

    pte_avg_pool2d_s8_run(out, in, &epi, p);
}
