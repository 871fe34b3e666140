/* SPDX-License-Identifier: 0BSD
 * Maxima of windows of bytes. */
#include "pte_xa.h"

#define POOL pte_xa_max_pools_s8
#define T    pte_s8
#define TYPE PTE_XA_S8
#define SIZE xa_nn_maxpool_getsize
#define CALL xa_nn_maxpool_8
#include "xa_pool2d.inc"

pte_status pte_xa_max_pool2d_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s32 *q,
                                const pte_xa_window *p)
{
    const pte_status status = pte_xa_max_pools_s8(out, scratch, in, p);

    for (int32_t i = 0; status == PTE_OK && q && i < p->n * p->oh * p->ow * p->c; i++)
        out[i] = (int8_t)pte_clamp_s32(out[i], q[0], q[1]);
    return status;
}
