/* SPDX-License-Identifier: 0BSD
 * Convolutions with a window of one: products of the pixels and the filters. */
#include "pte_xa.h"

pte_status pte_xa_conv2d_f32_1x1(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                                 const pte_f32 *bias, const pte_xa_window *p)
{
    const int32_t pixels = p->n * p->h * p->w;
    const pte_status status = pte_xa_status(
        xa_nn_matmul_f32xf32_f32(out, weight, in, bias, p->oc, p->c, p->c, pixels, p->c, p->oc, 1));

    return pte_xa_clamp(status, out, pixels * p->oc, p->lo, p->hi);
}
