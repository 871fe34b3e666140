/* SPDX-License-Identifier: 0BSD
 * Sums of half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_ADD_F16
#define KERNEL    pte_xnn_add_f16
#define FN(name)  pte_xnn_add_f16_##name
#define OPERATOR  add
#define TYPE      f16
#define BOUNDS(p) (p)->lo, (p)->hi,
#include "xnn_binary.inc"
#endif
