/* SPDX-License-Identifier: 0BSD
 * Exponentials of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_EXP_F32
#define KERNEL   pte_xnn_exp_f32
#define FN(name) pte_xnn_exp_f32_##name
#define OPERATOR exp
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
