/* SPDX-License-Identifier: 0BSD
 * The larger of two half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_MAX_F16
#define KERNEL   pte_xnn_max_f16
#define FN(name) pte_xnn_max_f16_##name
#define OPERATOR maximum
#define TYPE     f16
#define BOUNDS(p)
#include "xnn_binary.inc"
#endif
