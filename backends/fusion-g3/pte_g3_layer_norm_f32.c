/* SPDX-License-Identifier: 0BSD
 * Normalised rows, one by one: the library writes mean and deviation whether they are asked for or
 * not. */
#include "pte_g3.h"

pte_status pte_g3_layer_norm_f32(pte_f32 *out, pte_f32 *mean, pte_f32 *rstd, const pte_f32 *in,
                                 const pte_f32 *weight, const pte_f32 *bias,
                                 const pte_layer_norm *p)
{
    const WORD32 shape[] = {p->n};
    pte_status status = PTE_OK;

    for (int32_t i = 0; i < p->outer && status == PTE_OK; i++) {
        float m, r;

        status = pte_g3_status(xa_nn_native_layer_norm_f32_f32(
            out + i * p->n, &m, &r, in + i * p->n, shape, 1, 0, weight, bias, p->eps));
        if (mean && status == PTE_OK)
            mean[i] = m;
        if (rstd && status == PTE_OK)
            rstd[i] = r;
    }
    return status;
}
