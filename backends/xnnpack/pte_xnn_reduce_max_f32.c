/* SPDX-License-Identifier: 0BSD
 * Maxima of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_REDUCE_MAX_F32
#define KERNEL   pte_xnn_reduce_max_f32
#define FN(name) pte_xnn_reduce_max_f32_##name
#define OPERATOR max
#define TYPE     f32
#define WIDENS   0
#include "xnn_reduce.inc"
#endif
