/* SPDX-License-Identifier: 0BSD
 * Reciprocal square roots of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_RSQRT_F32
#define KERNEL   pte_xnn_rsqrt_f32
#define FN(name) pte_xnn_rsqrt_f32_##name
#define OPERATOR reciprocal_square_root
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
