/* SPDX-License-Identifier: 0BSD
 * Rounding up of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_CEIL_F32
#define KERNEL   pte_xnn_ceil_f32
#define FN(name) pte_xnn_ceil_f32_##name
#define OPERATOR ceiling
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
