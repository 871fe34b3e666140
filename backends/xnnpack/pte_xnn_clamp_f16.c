/* SPDX-License-Identifier: 0BSD
 * Clamps of half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_CLAMP_F16
#define KERNEL   pte_xnn_clamp_f16
#define FN(name) pte_xnn_clamp_f16_##name
#define OPERATOR clamp
#define TYPE     f16
#define MORE(p)  (p)->lo, (p)->hi,
#include "xnn_unary.inc"
#endif
