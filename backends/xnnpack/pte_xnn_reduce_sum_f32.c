/* SPDX-License-Identifier: 0BSD
 * Sums of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_REDUCE_SUM_F32
#define KERNEL   pte_xnn_reduce_sum_f32
#define FN(name) pte_xnn_reduce_sum_f32_##name
#define OPERATOR sum
#define TYPE     f32
#define WIDENS   0
#include "xnn_reduce.inc"
#endif
