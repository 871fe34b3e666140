/* SPDX-License-Identifier: 0BSD
 * Half floats rounded down by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_FLOOR_F16
#define KERNEL   pte_xnn_floor_f16
#define FN(name) pte_xnn_floor_f16_##name
#define OPERATOR floor
#define TYPE     f16
#define MORE(p)
#include "xnn_unary.inc"
#endif
