/* SPDX-License-Identifier: 0BSD
 * Hyperbolic tangent of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_TANH_F32
#define KERNEL   pte_xnn_tanh_f32
#define FN(name) pte_xnn_tanh_f32_##name
#define OPERATOR tanh
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
