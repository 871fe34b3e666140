/* SPDX-License-Identifier: 0BSD
 * Rounding, halves to even, of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_RINT_F32
#define KERNEL   pte_xnn_rint_f32
#define FN(name) pte_xnn_rint_f32_##name
#define OPERATOR bankers_rounding
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
