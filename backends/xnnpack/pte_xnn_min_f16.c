/* SPDX-License-Identifier: 0BSD
 * The smaller of two half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_MIN_F16
#define KERNEL   pte_xnn_min_f16
#define FN(name) pte_xnn_min_f16_##name
#define OPERATOR minimum
#define TYPE     f16
#define BOUNDS(p)
#include "xnn_binary.inc"
#endif
