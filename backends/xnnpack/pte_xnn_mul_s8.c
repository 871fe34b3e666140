/* SPDX-License-Identifier: 0BSD
 * Products of quantised bytes by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_MUL_S8
#define FN(name) pte_xnn_mul_s8_##name
#define OPERATOR multiply
#define TYPE     qs8
#include "xnn_pair.inc"

void pte_xnn_mul_s8(pte_xnn *x, pte_s32 i, const pte_s32 *a_zero, const pte_s32 *b_zero,
                    const pte_f32 *scale, const pte_s32 *zero, const pte_f32 *above,
                    const pte_f32 *below, const pte_xnn_binary *p)
{
    pte_xnn_operator *o = pte_xnn_next(x, i, FN(setup), p);
    const int32_t zeros[] = {*a_zero, *b_zero, *zero};
    const float scales[] = {*scale, 1.0f, 1.0f};

    (void)above;
    (void)below;
    if (!o)
        return;
    x->status = PTE_XNN_CREATE_BINARY_S8(multiply, o, zeros, scales, (int32_t)*below + *zero,
                                         (int32_t)*above + *zero);
    if (x->status == xnn_status_success)
        x->status = FN(prepare)(o);
}

#undef FN
#undef OPERATOR
#undef TYPE
#endif
