/* SPDX-License-Identifier: 0BSD
 * The logistic function of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_SIGMOID_F32
#define KERNEL   pte_xnn_sigmoid_f32
#define FN(name) pte_xnn_sigmoid_f32_##name
#define OPERATOR sigmoid
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
