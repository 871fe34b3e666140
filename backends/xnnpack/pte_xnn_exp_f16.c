/* SPDX-License-Identifier: 0BSD
 * Exponentials of half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_EXP_F16
#define KERNEL   pte_xnn_exp_f16
#define FN(name) pte_xnn_exp_f16_##name
#define OPERATOR exp
#define TYPE     f16
#define MORE(p)
#include "xnn_unary.inc"
#endif
