/* SPDX-License-Identifier: 0BSD
 * Maxima of windows of floats. */
#include "pte_xa.h"

#define POOL pte_xa_max_pools_f32
#define T    pte_f32
#define TYPE PTE_XA_F32
#define SIZE xa_nn_maxpool_getsize
#define CALL xa_nn_maxpool_f32
#include "xa_pool2d.inc"

pte_status pte_xa_max_pool2d_f32(pte_f32 *out, pte_s8 *scratch, const pte_f32 *in,
                                 const pte_xa_window *p)
{
    const pte_status status = pte_xa_max_pools_f32(out, scratch, in, p);

    return pte_xa_clamp(status, out, p->n * p->oh * p->ow * p->c, p->lo, p->hi);
}
