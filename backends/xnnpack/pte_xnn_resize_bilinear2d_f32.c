/* SPDX-License-Identifier: 0BSD
 * Bilinear resampling of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_RESIZE_BILINEAR2D_F32
#define KERNEL   pte_xnn_resize_bilinear2d_f32
#define FN(name) pte_xnn_resize_bilinear2d_f32_##name
#define TYPE     f32
#include "xnn_resize.inc"
#endif
