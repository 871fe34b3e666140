/* SPDX-License-Identifier: 0BSD
 * Convolutions in one group. */
#include "pte_xa.h"

pte_status pte_xa_conv2d_f32(pte_f32 *out, pte_s8 *scratch, const pte_f32 *in,
                             const pte_f32 *weight, const pte_f32 *bias, const pte_xa_window *p)
{
    const int32_t results = p->oh * p->ow * p->oc;
    pte_status status = pte_xa_room(
        xa_nn_conv2d_std_getsize(p->h, p->w, p->c, p->kh, p->kw, p->c, p->sh, p->ph, p->sw, p->pw,
                                 p->oh, p->ow, p->oc, PTE_XA_F32, PTE_XA_F32, 1, 1, 0),
        p);

    for (int32_t i = 0; i < p->n && status == PTE_OK; i++)
        status = pte_xa_status(xa_nn_conv2d_std_f32(
            out + i * results, in + i * p->h * p->w * p->c, weight, bias, p->h, p->w, p->c, p->kh,
            p->kw, p->oc, p->sw, p->sh, p->pw, p->ph, p->oh, p->ow, 0, scratch));
    return pte_xa_clamp(status, out, p->n * results, p->lo, p->hi);
}
