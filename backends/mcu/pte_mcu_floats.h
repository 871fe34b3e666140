/* SPDX-License-Identifier: 0BSD
 * From the parameters and constants of convolutions of floats for microcontrollers to those of the
 * portable kernels. */
#ifndef PTE_MCU_FLOATS_H
#define PTE_MCU_FLOATS_H

#include "pte_mcu_kernels.h"

PTE_INLINE pte_strides4 pte_mcu_strides(int32_t h, int32_t w, int32_t c)
{
    return (pte_strides4){.n = h * w * c, .c = 1, .h = w * c, .w = c};
}

PTE_INLINE void pte_mcu_expand(pte_conv2d *to, const pte_mcu_conv2d *p, const pte_f32 *weight)
{
    const int depthwise = p->groups > 1 && p->groups == p->c && p->groups == p->oc;

    *to = (pte_conv2d){.n = p->n,
                       .c = p->c,
                       .h = p->h,
                       .w = p->w,
                       .oc = p->oc,
                       .oh = p->oh,
                       .ow = p->ow,
                       .kh = p->kh,
                       .kw = p->kw,
                       .sh = p->sh,
                       .sw = p->sw,
                       .ph = p->ph,
                       .pw = p->pw,
                       .dh = p->dh,
                       .dw = p->dw,
                       .groups = p->groups,
                       .is = pte_mcu_strides(p->h, p->w, p->c),
                       .os = pte_mcu_strides(p->oh, p->ow, p->oc),
                       .ws = pte_mcu_strides(p->kh, p->kw, depthwise ? p->oc : p->c / p->groups),
                       .lo = weight[0],
                       .hi = weight[1]};
    if (depthwise)
        to->ws.n = 1;
}

#endif
