/* SPDX-License-Identifier: 0BSD
 * Convolution of floats by XNNPACK. */
#include "pte_xnn_window.h"

#if PTE_XNN_HAS_CONV2D_F32
static enum xnn_status pte_xnn_conv2d_f32_setup(const pte_xnn_operator *o, void *workspace,
                                                void *out, const void *in, const void *none)
{
    const pte_xnn_conv2d *p = o->params;

    (void)none;
    return PTE_XNN_SETUP_CONV(f32, o, p, workspace, out, in);
}

void pte_xnn_conv2d_f32(pte_xnn *x, pte_s32 i, const pte_f32 *weight, const pte_f32 *bias,
                        const pte_xnn_conv2d *p)
{
    pte_xnn_operator *o = pte_xnn_next(x, i, pte_xnn_conv2d_f32_setup, p);

    if (!o)
        return;
    x->status = xnn_create_convolution2d_nhwc_f32(PTE_XNN_WINDOW(p), PTE_XNN_DILATION(p),
                                                  PTE_XNN_CHANNELS(p), weight, bias, p->lo, p->hi,
                                                  pte_xnn_conv_flags(p), PTE_XNN_CACHED(x, &o->op));
    if (x->status == xnn_status_success)
        x->status = PTE_XNN_PREPARE_CONV(f32, o, p);
}
#endif
