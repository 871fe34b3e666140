/* SPDX-License-Identifier: 0BSD
 * Softmax of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_SOFTMAX_F32
static enum xnn_status pte_xnn_softmax_f32_setup(const pte_xnn_operator *o, void *workspace,
                                                 void *out, const void *in, const void *none)
{
    const pte_xnn_softmax *p = o->params;

    (void)workspace;
    (void)none;
    return PTE_XNN_SETUP_SOFTMAX(o, p, out, in);
}

void pte_xnn_softmax_f32(pte_xnn *x, pte_s32 i, const pte_xnn_softmax *p)
{
    pte_xnn_operator *o = pte_xnn_next(x, i, pte_xnn_softmax_f32_setup, p);

    if (!o)
        return;
    x->status = xnn_create_softmax_nc_f32(PTE_XNN_SOFTMAX_CHANNELS(p) 0, &o->op);
    if (x->status == xnn_status_success)
        x->status = PTE_XNN_PREPARE_SOFTMAX(o, p);
}
#endif
