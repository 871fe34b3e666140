/* SPDX-License-Identifier: 0BSD
 * Means of windows of floats by XNNPACK. */
#include "pte_xnn_window.h"

#if PTE_XNN_HAS_AVG_POOL2D_F32
static enum xnn_status pte_xnn_avg_pool2d_f32_setup(const pte_xnn_operator *o, void *workspace,
                                                    void *out, const void *in, const void *none)
{
    const pte_xnn_pool2d *p = o->params;

    (void)workspace;
    (void)none;
    return PTE_XNN_SETUP_POOL(average_pooling2d_nhwc_f32, o, p, out, in);
}

void pte_xnn_avg_pool2d_f32(pte_xnn *x, pte_s32 i, const pte_xnn_pool2d *p)
{
    pte_xnn_operator *o = pte_xnn_next(x, i, pte_xnn_avg_pool2d_f32_setup, p);

    if (!o)
        return;
    x->status = xnn_create_average_pooling2d_nhwc_f32(
        PTE_XNN_WINDOW(p), PTE_XNN_POOL_CHANNELS(p) p->lo, p->hi, 0, &o->op);
    if (x->status == xnn_status_success)
        x->status = PTE_XNN_PREPARE_POOL(average_pooling2d_nhwc_f32, o, p);
}
#endif
