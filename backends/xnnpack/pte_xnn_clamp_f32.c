/* SPDX-License-Identifier: 0BSD
 * Clamps of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_CLAMP_F32
#define KERNEL   pte_xnn_clamp_f32
#define FN(name) pte_xnn_clamp_f32_##name
#define OPERATOR clamp
#define TYPE     f32
#define MORE(p)  (p)->lo, (p)->hi,
#include "xnn_unary.inc"
#endif
