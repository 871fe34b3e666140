/* SPDX-License-Identifier: 0BSD
 * Convolution of bytes by XNNPACK, requantised by a float for each channel. */
#include "pte_xnn_window.h"

#if PTE_XNN_HAS_CONV2D_S8_RNE
static enum xnn_status pte_xnn_conv2d_s8_rne_setup(const pte_xnn_operator *o, void *workspace,
                                                   void *out, const void *in, const void *none)
{
    const pte_xnn_conv2d *p = o->params;

    (void)none;
    return PTE_XNN_SETUP_CONV_QC8;
}

/* XNNPACK multiplies sums by input scale * weight scale / output scale: `scale`, if those of input
 * and output are 1. */
void pte_xnn_conv2d_s8_rne(pte_xnn *x, pte_s32 i, const pte_s8 *weight, const pte_s32 *bias,
                           const pte_f32 *scale, const pte_s32 *q, const pte_xnn_conv2d *p)
{
    pte_xnn_operator *o = pte_xnn_next(x, i, pte_xnn_conv2d_s8_rne_setup, p);

    if (!o)
        return;
    x->status = PTE_XNN_CREATE_CONV_QC8(PTE_XNN_WINDOW(p), PTE_XNN_DILATION(p), PTE_XNN_CHANNELS(p),
                                        (int8_t)-q[0], 1.0f, scale, weight, bias, (int8_t)q[1],
                                        1.0f, (int8_t)q[2], (int8_t)q[3], pte_xnn_conv_flags(p),
                                        PTE_XNN_CACHED(x, &o->op));
    if (x->status == xnn_status_success)
        x->status = PTE_XNN_PREPARE_CONV_QC8;
}
#endif
