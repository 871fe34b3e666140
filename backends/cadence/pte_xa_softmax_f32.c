/* SPDX-License-Identifier: 0BSD
 * Softmax, row by row. */
#include "pte_xa.h"

pte_status pte_xa_softmax_f32(pte_f32 *out, const pte_f32 *in, const pte_softmax *p)
{
    pte_status status = PTE_OK;

    for (int32_t i = 0; i < p->outer && status == PTE_OK; i++)
        status = pte_xa_status(xa_nn_vec_softmax_f32_f32(out + i * p->n, in + i * p->n, p->n));
    return status;
}
