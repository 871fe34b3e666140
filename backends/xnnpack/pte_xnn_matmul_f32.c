/* SPDX-License-Identifier: 0BSD
 * Products of computed matrices of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_MATMUL_F32
static enum xnn_status pte_xnn_matmul_f32_setup(const pte_xnn_operator *o, void *workspace,
                                                void *out, const void *a, const void *b)
{
    return xnn_setup_batch_matrix_multiply_nc_f32(o->op, workspace, a, b, out);
}

void pte_xnn_matmul_f32(pte_xnn *x, pte_s32 i, const pte_xnn_matmul *p)
{
    pte_xnn_operator *o = pte_xnn_next(x, i, pte_xnn_matmul_f32_setup, p);
    const size_t batch = (size_t)p->batch;

    if (!o)
        return;
    x->status = xnn_create_batch_matrix_multiply_nc_f32(p->columns_first ? XNN_FLAG_TRANSPOSE_B : 0,
                                                        &o->op);
    if (x->status == xnn_status_success)
        x->status = xnn_reshape_batch_matrix_multiply_nc_f32(o->op, 1, &batch, &batch, (size_t)p->m,
                                                             (size_t)p->k, (size_t)p->n,
                                                             &o->workspace, o->pool);
}
#endif
