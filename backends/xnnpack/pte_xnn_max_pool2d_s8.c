/* SPDX-License-Identifier: 0BSD
 * Largest elements of windows of bytes by XNNPACK. */
#include "pte_xnn_window.h"

#if PTE_XNN_HAS_MAX_POOL2D_S8
static enum xnn_status pte_xnn_max_pool2d_s8_setup(const pte_xnn_operator *o, void *workspace,
                                                   void *out, const void *in, const void *none)
{
    const pte_xnn_pool2d *p = o->params;

    (void)workspace;
    (void)none;
    return PTE_XNN_SETUP_POOL(max_pooling2d_nhwc_s8, o, p, out, in);
}

void pte_xnn_max_pool2d_s8(pte_xnn *x, pte_s32 i, const pte_s32 *q, const pte_xnn_pool2d *p)
{
    const int8_t lo = q ? (int8_t)q[0] : INT8_MIN, hi = q ? (int8_t)q[1] : INT8_MAX;
    pte_xnn_operator *o = pte_xnn_next(x, i, pte_xnn_max_pool2d_s8_setup, p);

    if (!o)
        return;
    x->status = xnn_create_max_pooling2d_nhwc_s8(PTE_XNN_WINDOW(p), PTE_XNN_DILATION(p),
                                                 PTE_XNN_POOL_CHANNELS(p) lo, hi, 0, &o->op);
    if (x->status == xnn_status_success)
        x->status = PTE_XNN_PREPARE_POOL(max_pooling2d_nhwc_s8, o, p);
}
#endif
