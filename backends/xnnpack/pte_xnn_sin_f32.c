/* SPDX-License-Identifier: 0BSD
 * Sines of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_SIN_F32
#define KERNEL   pte_xnn_sin_f32
#define FN(name) pte_xnn_sin_f32_##name
#define OPERATOR sine
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
