/* SPDX-License-Identifier: 0BSD
 * Softmax of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_SOFTMAX_F32
#define KERNEL   pte_xnn_softmax_f32
#define FN(name) pte_xnn_softmax_f32_##name
#define TYPE     f32
#include "xnn_softmax.inc"
#endif
