/* SPDX-License-Identifier: 0BSD
 * GELU of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_GELU_F32
#define KERNEL   pte_xnn_gelu_f32
#define FN(name) pte_xnn_gelu_f32_##name
#define OPERATOR gelu
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
