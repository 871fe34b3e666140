/* SPDX-License-Identifier: 0BSD
 * Leaky relu of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_LEAKY_RELU_F32
#define KERNEL   pte_xnn_leaky_relu_f32
#define FN(name) pte_xnn_leaky_relu_f32_##name
#define OPERATOR leaky_relu
#define TYPE     f32
#define MORE(p)  (p)->lo,
#include "xnn_unary.inc"
#endif
