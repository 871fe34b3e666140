/* SPDX-License-Identifier: 0BSD
 * Products of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_MUL_F32
#define KERNEL    pte_xnn_mul_f32
#define FN(name)  pte_xnn_mul_f32_##name
#define OPERATOR  multiply
#define TYPE      f32
#define BOUNDS(p) (p)->lo, (p)->hi,
#include "xnn_binary.inc"
#endif
