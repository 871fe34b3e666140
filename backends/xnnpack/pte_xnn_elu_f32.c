/* SPDX-License-Identifier: 0BSD
 * Elu of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_ELU_F32
#define KERNEL   pte_xnn_elu_f32
#define FN(name) pte_xnn_elu_f32_##name
#define OPERATOR elu
#define TYPE     f32
#define MORE(p)  (p)->lo,
#include "xnn_unary.inc"
#endif
