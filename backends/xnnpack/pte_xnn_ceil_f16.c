/* SPDX-License-Identifier: 0BSD
 * Half floats rounded up by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_CEIL_F16
#define KERNEL   pte_xnn_ceil_f16
#define FN(name) pte_xnn_ceil_f16_##name
#define OPERATOR ceiling
#define TYPE     f16
#define MORE(p)
#include "xnn_unary.inc"
#endif
