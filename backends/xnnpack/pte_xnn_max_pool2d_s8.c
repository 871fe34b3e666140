/* SPDX-License-Identifier: 0BSD
 * Largest elements of windows of bytes by XNNPACK. */
#include "pte_xnn_window.h"

#if PTE_XNN_HAS_MAX_POOL2D_S8
#define KERNEL    pte_xnn_max_pool2d_s8
#define FN(name)  pte_xnn_max_pool2d_s8_##name
#define OPERATOR  max_pooling2d_nhwc_s8
#define CONSTANTS const pte_s32 *q,
#define ARGUMENTS(p)                                                                               \
    PTE_XNN_DILATION(p), PTE_XNN_POOL_CHANNELS(p) q ? (int8_t)q[0] : INT8_MIN,                     \
        q ? (int8_t)q[1] : INT8_MAX
#include "xnn_pool.inc"
#endif
