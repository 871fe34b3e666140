/* SPDX-License-Identifier: 0BSD
 * Maxima of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_MAX_F32
#define KERNEL   pte_xnn_max_f32
#define FN(name) pte_xnn_max_f32_##name
#define OPERATOR maximum
#define TYPE     f32
#define BOUNDS(p)
#include "xnn_binary.inc"
#endif
