/* SPDX-License-Identifier: 0BSD
 * Hard-swish of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_HARDSWISH_F32
#define KERNEL   pte_xnn_hardswish_f32
#define FN(name) pte_xnn_hardswish_f32_##name
#define OPERATOR hardswish
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
