/* SPDX-License-Identifier: 0BSD
 * Depthwise convolutions whose windows have gaps. */
#include "pte_xa.h"

pte_status pte_xa_dwconv2d_f32_dilated(pte_f32 *out, pte_s8 *scratch, const pte_f32 *in,
                                       const pte_f32 *weight, const pte_f32 *bias,
                                       const pte_xa_window *p)
{
    const int32_t results = p->oh * p->ow * p->oc, filters = p->oc / p->c;
    pte_status status = pte_xa_room(xa_nn_dilated_conv2d_depthwise_getsize(
                                        p->h, p->w, p->c, p->kh, p->kw, filters, p->dh, p->dw,
                                        p->sw, p->sh, p->pw, p->ph, p->oh, p->ow, PTE_XA_F32, 0),
                                    p);

    for (int32_t i = 0; i < p->n && status == PTE_OK; i++)
        status = pte_xa_status(xa_nn_dilated_conv2d_depthwise_f32(
            out + i * results, weight, in + i * p->h * p->w * p->c, bias, p->h, p->w, p->c, p->kh,
            p->kw, filters, p->dh, p->dw, p->sw, p->sh, p->pw, p->ph, p->oh, p->ow, 0, 0, scratch));
    return pte_xa_clamp(status, out, p->n * results, p->lo, p->hi);
}
