/* SPDX-License-Identifier: 0BSD
 * Bilinear resampling of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_RESIZE_BILINEAR2D_F32
static enum xnn_status pte_xnn_resize_bilinear2d_f32_setup(const pte_xnn_operator *o,
                                                           void *workspace, void *out,
                                                           const void *in, const void *none)
{
    const pte_xnn_resize *p = o->params;

    (void)none;
    return PTE_XNN_SETUP_RESIZE(o, p, workspace, out, in);
}

void pte_xnn_resize_bilinear2d_f32(pte_xnn *x, pte_s32 i, const pte_xnn_resize *p)
{
    pte_xnn_operator *o = pte_xnn_next(x, i, pte_xnn_resize_bilinear2d_f32_setup, p);

    if (!o)
        return;
    x->status = PTE_XNN_CREATE_RESIZE(o, p,
                                      p->corners      ? XNN_FLAG_ALIGN_CORNERS
                                      : p->from_first ? XNN_FLAG_TENSORFLOW_LEGACY_MODE
                                                      : 0);
    if (x->status == xnn_status_success)
        x->status = PTE_XNN_PREPARE_RESIZE(o, p);
}
#endif
