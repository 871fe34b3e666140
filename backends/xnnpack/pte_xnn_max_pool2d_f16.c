/* SPDX-License-Identifier: 0BSD
 * Largest elements of windows of half floats by XNNPACK. */
#include "pte_xnn_window.h"

#if PTE_XNN_HAS_MAX_POOL2D_F16
#define KERNEL   pte_xnn_max_pool2d_f16
#define FN(name) pte_xnn_max_pool2d_f16_##name
#define OPERATOR max_pooling2d_nhwc_f16
#define CONSTANTS
#define ARGUMENTS(p) PTE_XNN_DILATION(p), PTE_XNN_POOL_CHANNELS(p) p->lo, p->hi
#include "xnn_pool.inc"
#endif
