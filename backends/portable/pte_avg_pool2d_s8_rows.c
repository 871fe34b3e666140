/* SPDX-License-Identifier: 0BSD
 * Averages of quantised bytes over a picture whose rows come a few at a time: in float, as the
 * cortex_m dialect defines them, since a row does not stay until pte_average_s8() may need it
 * again. Every element is dequantised, and so rounded, before it is added. */
#include "pte_math.h"
#include "pte_pool.h"

PTE_INLINE float pte_avg_pool2d_s8_add(float sum, int8_t v, const pte_f32 *q)
{
    return sum + pte_mul_f32((float)v - q[0], q[1]);
}

PTE_INLINE int8_t pte_avg_pool2d_s8_result(float sum, int32_t n, const pte_f32 *q)
{
    const float mean = n ? sum / (float)n : 0.0f;
    const float steps = pte_rint_f32(mean / q[1]) + q[0];

    return steps >= 127.0f ? INT8_MAX : steps <= -128.0f ? INT8_MIN : pte_s8_from_f32(steps);
}

#define T                      pte_s8
#define FN(name)               pte_avg_pool2d_s8_##name
#define STEP(sum, v, epi)      pte_avg_pool2d_s8_add(sum, v, epi)
#define RESULT(sum, n, p, epi) pte_avg_pool2d_s8_result(sum, n, epi)
#define EPILOGUE               pte_f32
#include "avg_pool2d_rows.inc"

void pte_avg_pool2d_s8_rows(pte_s8 *out, pte_f32 *sums, const pte_s8 *in, const pte_f32 *q,
                            int32_t from, int32_t end, const pte_pool2d *p)
{
    pte_avg_pool2d_s8_rows_run(out, sums, in, from, end, q, p);
}

#undef T
#undef FN
#undef STEP
#undef RESULT
#undef EPILOGUE
