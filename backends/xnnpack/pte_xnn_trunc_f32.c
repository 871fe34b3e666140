/* SPDX-License-Identifier: 0BSD
 * Floats without their fractions by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_TRUNC_F32
#define KERNEL   pte_xnn_trunc_f32
#define FN(name) pte_xnn_trunc_f32_##name
#define OPERATOR truncation
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
