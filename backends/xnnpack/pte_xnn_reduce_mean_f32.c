/* SPDX-License-Identifier: 0BSD
 * Means of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_REDUCE_MEAN_F32
#define KERNEL   pte_xnn_reduce_mean_f32
#define FN(name) pte_xnn_reduce_mean_f32_##name
#define OPERATOR mean
#define TYPE     f32
#define WIDENS   0
#include "xnn_reduce.inc"
#endif
