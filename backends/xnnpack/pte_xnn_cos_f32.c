/* SPDX-License-Identifier: 0BSD
 * Cosines of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_COS_F32
#define KERNEL   pte_xnn_cos_f32
#define FN(name) pte_xnn_cos_f32_##name
#define OPERATOR cosine
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
