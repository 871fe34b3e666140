/* SPDX-License-Identifier: 0BSD
 * Rounding down of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_FLOOR_F32
#define KERNEL   pte_xnn_floor_f32
#define FN(name) pte_xnn_floor_f32_##name
#define OPERATOR floor
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
