/* SPDX-License-Identifier: 0BSD
 * Sums of half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_REDUCE_SUM_F16
#define KERNEL   pte_xnn_reduce_sum_f16
#define FN(name) pte_xnn_reduce_sum_f16_##name
#define OPERATOR sum
#define TYPE     f16
#define WIDENS   1
#include "xnn_reduce.inc"
#endif
