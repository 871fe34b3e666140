/* SPDX-License-Identifier: 0BSD
 * Squares of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_SQUARE_F32
#define KERNEL   pte_xnn_square_f32
#define FN(name) pte_xnn_square_f32_##name
#define OPERATOR square
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
