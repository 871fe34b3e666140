/* SPDX-License-Identifier: 0BSD
 * Minima of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_MIN_F32
#define KERNEL   pte_xnn_min_f32
#define FN(name) pte_xnn_min_f32_##name
#define OPERATOR minimum
#define TYPE     f32
#define BOUNDS(p)
#include "xnn_binary.inc"
#endif
