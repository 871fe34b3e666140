/* SPDX-License-Identifier: 0BSD
 * Products of rows that were quantised one by one, by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_GEMM_S8_ROWS
/* XNNPACK has scale and zero point of a row together, and reads some behind the last one's. */
static enum xnn_status pte_xnn_gemm_s8_rows_setup(const pte_xnn_operator *o, void *workspace,
                                                  void *out, const void *in, const void *rows)
{
    const pte_xnn_product *p = o->params;
    const pte_xnn_rows *r = rows;
    struct xnn_quantization_params *row = o->own;

    for (int32_t i = 0; i < p->m + XNN_EXTRA_QUANTIZATION_PARAMS; i++) {
        const int32_t like = i < p->m ? i : p->m - 1;

        row[i] = (struct xnn_quantization_params){r->zero[like], r->scale[like]};
    }
    return xnn_setup_fully_connected_nc_qd8_f32_qc8w(o->op, in, out, workspace, row);
}

void pte_xnn_gemm_s8_rows(pte_xnn *x, pte_s32 i, const pte_s8 *weight, const pte_f32 *bias,
                          const pte_f32 *scale, const pte_xnn_product *p)
{
    pte_xnn_operator *o = pte_xnn_next(x, i, pte_xnn_gemm_s8_rows_setup, p);
    const size_t rows = (size_t)p->m + XNN_EXTRA_QUANTIZATION_PARAMS;

    if (!o)
        return;
    o->own = malloc(rows * sizeof(struct xnn_quantization_params));
    x->status = o->own ? xnn_create_fully_connected_nc_qd8_f32_qc8w(
                             (size_t)p->k, (size_t)p->n, (size_t)p->k, (size_t)p->n, scale, weight,
                             bias, p->lo, p->hi, 0, PTE_XNN_CACHED(x, &o->op))
                       : xnn_status_out_of_memory;
    if (x->status == xnn_status_success)
        x->status =
            xnn_reshape_fully_connected_nc_qd8_f32_qc8w(o->op, (size_t)p->m, &o->workspace, NULL);
}
#endif
