/* SPDX-License-Identifier: 0BSD
 * Products of matrices: its first matrix is our second, whose columns are rows to it. */
#include "pte_xa.h"

pte_status pte_xa_gemm_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, const pte_f32 *c,
                           const pte_gemm *p)
{
    pte_status status = PTE_OK;

    for (int32_t i = 0; i < p->batch && status == PTE_OK; i++)
        status = pte_xa_status(xa_nn_matmul_f32xf32_f32(out + i * p->os.b, b + i * p->bs.b,
                                                        a + i * p->as.b, c, p->n, p->k, p->bs.c,
                                                        p->m, p->as.r, p->os.r, p->os.c));
    return pte_xa_clamp(status, out, p->batch * p->m * p->n, p->lo, p->hi);
}
