/* SPDX-License-Identifier: 0BSD
 * Products of matrices: its first matrix is our second, whose columns are rows to it. */
#include "pte_xa_kernels.h"

#include <xa_nnlib_api.h>

pte_status pte_xa_gemm_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, const pte_f32 *c,
                           const pte_gemm *p)
{
    for (int32_t i = 0; i < p->batch; i++) {
        const WORD32 error = xa_nn_matmul_f32xf32_f32(out, b, a, c, p->n, p->k, p->bs.c, p->m,
                                                      p->as.r, p->os.r, p->os.c);

        if (error)
            return PTE_INTERNAL;
        out += p->os.b;
        a += p->as.b;
        b += p->bs.b;
    }
    return PTE_OK;
}
