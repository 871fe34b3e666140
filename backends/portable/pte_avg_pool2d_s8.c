/* SPDX-License-Identifier: 0BSD
 * Average pooling of quantised bytes. */
#include "pte_average_s8.h"

static int8_t pte_avg_pool2d_s8_finish(float acc, int32_t n, const pte_pool2d *p,
                                       const pte_f32 *epi)
{
    (void)p;
    return pte_average_s8_result(acc, n, epi);
}

#define T                 pte_s8
#define ACC               float
#define FN(name)          pte_avg_pool2d_s8_##name
#define INIT              0.0f
#define STEP(acc, v, epi) pte_average_s8_add(acc, v, epi)
#define EPILOGUE          pte_f32
#include "pool2d.inc"

void pte_avg_pool2d_s8(pte_s8 *out, const pte_s8 *in, const pte_f32 *q, const pte_pool2d *p)
{
    pte_avg_pool2d_s8_run(out, in, q, p);
}
