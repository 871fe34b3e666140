/* SPDX-License-Identifier: 0BSD
 * Differences of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_SUB_F32
#define KERNEL    pte_xnn_sub_f32
#define FN(name)  pte_xnn_sub_f32_##name
#define OPERATOR  subtract
#define TYPE      f32
#define BOUNDS(p) (p)->lo, (p)->hi,
#include "xnn_binary.inc"
#endif
