/* SPDX-License-Identifier: 0BSD
 * Sigmoid of half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_SIGMOID_F16
#define KERNEL   pte_xnn_sigmoid_f16
#define FN(name) pte_xnn_sigmoid_f16_##name
#define OPERATOR sigmoid
#define TYPE     f16
#define MORE(p)
#include "xnn_unary.inc"
#endif
