/* SPDX-License-Identifier: 0BSD
 * Leaky relu of half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_LEAKY_RELU_F16
#define KERNEL   pte_xnn_leaky_relu_f16
#define FN(name) pte_xnn_leaky_relu_f16_##name
#define OPERATOR leaky_relu
#define TYPE     f16
#define MORE(p)  (p)->lo,
#include "xnn_unary.inc"
#endif
