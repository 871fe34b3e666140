/* SPDX-License-Identifier: 0BSD
 * Quotients of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_DIV_F32
#define KERNEL    pte_xnn_div_f32
#define FN(name)  pte_xnn_div_f32_##name
#define OPERATOR  divide
#define TYPE      f32
#define BOUNDS(p) (p)->lo, (p)->hi,
#include "xnn_binary.inc"
#endif
