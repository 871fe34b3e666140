/* SPDX-License-Identifier: 0BSD
 * Bilinear resampling of half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_RESIZE_BILINEAR2D_F16
#define KERNEL   pte_xnn_resize_bilinear2d_f16
#define FN(name) pte_xnn_resize_bilinear2d_f16_##name
#define TYPE     f16
#include "xnn_resize.inc"
#endif
