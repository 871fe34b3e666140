/* SPDX-License-Identifier: 0BSD
 * Minima of half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_REDUCE_MIN_F16
#define KERNEL   pte_xnn_reduce_min_f16
#define FN(name) pte_xnn_reduce_min_f16_##name
#define OPERATOR min
#define TYPE     f16
#define WIDENS   0
#include "xnn_reduce.inc"
#endif
