/* SPDX-License-Identifier: 0BSD
 * Negation of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_NEG_F32
#define KERNEL   pte_xnn_neg_f32
#define FN(name) pte_xnn_neg_f32_##name
#define OPERATOR negate
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
