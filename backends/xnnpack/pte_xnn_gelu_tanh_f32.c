/* SPDX-License-Identifier: 0BSD
 * Gelu of floats by tanh by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_GELU_TANH_F32
#define KERNEL   pte_xnn_gelu_tanh_f32
#define FN(name) pte_xnn_gelu_tanh_f32_##name
#define OPERATOR approxgelu
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
