/* SPDX-License-Identifier: 0BSD
 * Maximum pooling of bytes. */
#include "pte_dispatch.h"
#include "pte_vec_kernels.h"
#include "pte_vpool.h"

#define T                  pte_s8
#define EPILOGUE           pte_s8 /* lowest, highest */
#define FN(name)           pte_vec_max_pool2d_s8_##name
#define WIDTHS             PTE_BYTES
#define ACC(N)             pte_bytes_##N
#define START(N)           pte_bytes_##N##_splat(INT8_MIN)
#define STEP(N, acc, from) pte_bytes_##N##_larger(pte_bytes_##N##_load(from), acc)
#define END(N, out, acc)   pte_bytes_##N##_store(out, pte_bytes_##N##_clamp(acc, epi[0], epi[1]))
#include "vpool.inc"

void pte_vec_max_pool2d_s8(pte_s8 *out, pte_s64 *index, const pte_s8 *in, const pte_s32 *q,
                           const pte_pool2d *p)
{
    PTE_CALL_WIDEST(pte_vec_max_pool2d_s8, (out, index, in, q, p));
    (void)index;
    const pte_s8 range[] = {q ? (pte_s8)q[0] : INT8_MIN, q ? (pte_s8)q[1] : INT8_MAX};

    pte_vec_max_pool2d_s8_run(out, in, range, p);
}
