/* SPDX-License-Identifier: 0BSD
 * Squares of half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_SQUARE_F16
#define KERNEL   pte_xnn_square_f16
#define FN(name) pte_xnn_square_f16_##name
#define OPERATOR square
#define TYPE     f16
#define MORE(p)
#include "xnn_unary.inc"
#endif
