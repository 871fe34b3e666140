/* SPDX-License-Identifier: 0BSD
 * Products of half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_MUL_F16
#define KERNEL    pte_xnn_mul_f16
#define FN(name)  pte_xnn_mul_f16_##name
#define OPERATOR  multiply
#define TYPE      f16
#define BOUNDS(p) (p)->lo, (p)->hi,
#include "xnn_binary.inc"
#endif
