/* SPDX-License-Identifier: 0BSD
 * Square roots of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_SQRT_F32
#define KERNEL   pte_xnn_sqrt_f32
#define FN(name) pte_xnn_sqrt_f32_##name
#define OPERATOR square_root
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
