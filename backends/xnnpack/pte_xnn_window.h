/* SPDX-License-Identifier: 0BSD
 * Windows and channels, as XNNPACK takes them. */
#ifndef PTE_XNN_WINDOW_H
#define PTE_XNN_WINDOW_H

#include "pte_xnn.h"

#define PTE_XNN_WINDOW(p)                                                                          \
    (uint32_t)(p)->top, (uint32_t)(p)->right, (uint32_t)(p)->bottom, (uint32_t)(p)->left,          \
        (uint32_t)(p)->kh, (uint32_t)(p)->kw, (uint32_t)(p)->sh, (uint32_t)(p)->sw

#define PTE_XNN_DILATION(p) (uint32_t)(p)->dh, (uint32_t)(p)->dw

#define PTE_XNN_CHANNELS(p)                                                                        \
    (uint32_t)(p)->groups, (size_t)((p)->c / (p)->groups), (size_t)((p)->oc / (p)->groups),        \
        (size_t)(p)->c, (size_t)(p)->oc

/* Of bytes. XNNPACK multiplies sums by input scale * weight scale / output scale: those of input
 * and output are 1. */
#define PTE_XNN_S8_CONSTANTS                                                                       \
    const pte_s8 *weight, const pte_s32 *bias, const pte_f32 *scale, const pte_s32 *q
#define PTE_XNN_S8_ARGUMENTS(scale)                                                                \
    (int8_t)(-q[0]), 1.0f, scale, weight, bias, (int8_t)q[1], 1.0f, (int8_t)q[2], (int8_t)q[3]

PTE_INLINE uint32_t pte_xnn_conv_flags(const pte_xnn_conv2d *p)
{
    return p->depthwise ? XNN_FLAG_DEPTHWISE_CONVOLUTION : 0;
}

#endif
