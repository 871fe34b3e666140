/* SPDX-License-Identifier: 0BSD
 * Absolute values of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_ABS_F32
#define KERNEL   pte_xnn_abs_f32
#define FN(name) pte_xnn_abs_f32_##name
#define OPERATOR abs
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
