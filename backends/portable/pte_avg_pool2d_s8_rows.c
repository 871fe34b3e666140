/* SPDX-License-Identifier: 0BSD
 * Averages of quantised bytes over a picture whose rows come a few at a time. */
#include "pte_average_s8.h"

#define T                      pte_s8
#define FN(name)               pte_avg_pool2d_s8_##name
#define STEP(sum, v, epi)      pte_average_s8_add(sum, v, epi)
#define RESULT(sum, n, p, epi) pte_average_s8_result(sum, n, epi)
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
