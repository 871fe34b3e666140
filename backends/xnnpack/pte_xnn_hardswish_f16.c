/* SPDX-License-Identifier: 0BSD
 * Hard-swish of half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_HARDSWISH_F16
#define KERNEL   pte_xnn_hardswish_f16
#define FN(name) pte_xnn_hardswish_f16_##name
#define OPERATOR hardswish
#define TYPE     f16
#define MORE(p)
#include "xnn_unary.inc"
#endif
