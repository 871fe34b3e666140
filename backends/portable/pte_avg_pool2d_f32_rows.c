/* SPDX-License-Identifier: 0BSD
 * Averages of floats over a picture whose rows come a few at a time. */
#include "pte_pool.h"

#define T                      pte_f32
#define SUM                    pte_f32
#define FN(name)               pte_avg_pool2d_f32_##name
#define STEP(sum, v, epi)      ((sum) + (v))
#define RESULT(sum, n, p, epi) pte_pool_limit_f32((n) ? (sum) / (float)(n) : 0, p)
#define EPILOGUE               void
#include "avg_pool2d_rows.inc"

void pte_avg_pool2d_f32_rows(pte_f32 *out, pte_f32 *sums, const pte_f32 *in, int32_t from,
                             int32_t end, const pte_pool2d *p)
{
    pte_avg_pool2d_f32_rows_run(out, sums, in, from, end, NULL, p);
}

#undef T
#undef SUM
#undef FN
#undef STEP
#undef RESULT
#undef EPILOGUE
