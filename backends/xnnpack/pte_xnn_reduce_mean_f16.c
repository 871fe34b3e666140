/* SPDX-License-Identifier: 0BSD
 * Means of half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_REDUCE_MEAN_F16
#define KERNEL   pte_xnn_reduce_mean_f16
#define FN(name) pte_xnn_reduce_mean_f16_##name
#define OPERATOR mean
#define TYPE     f16
#define WIDENS   1
#include "xnn_reduce.inc"
#endif
