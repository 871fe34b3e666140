/* SPDX-License-Identifier: 0BSD
 * Hyperbolic tangents of half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_TANH_F16
#define KERNEL   pte_xnn_tanh_f16
#define FN(name) pte_xnn_tanh_f16_##name
#define OPERATOR tanh
#define TYPE     f16
#define MORE(p)
#include "xnn_unary.inc"
#endif
