/* SPDX-License-Identifier: 0BSD
 * Largest elements of windows of floats by XNNPACK. */
#include "pte_xnn_window.h"

#if PTE_XNN_HAS_MAX_POOL2D_F32
#define KERNEL   pte_xnn_max_pool2d_f32
#define FN(name) pte_xnn_max_pool2d_f32_##name
#define OPERATOR max_pooling2d_nhwc_f32
#define CONSTANTS
#define ARGUMENTS(p) PTE_XNN_DILATION(p), PTE_XNN_POOL_CHANNELS(p) p->lo, p->hi
#include "xnn_pool.inc"
#endif
