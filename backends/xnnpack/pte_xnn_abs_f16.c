/* SPDX-License-Identifier: 0BSD
 * Magnitudes of half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_ABS_F16
#define KERNEL   pte_xnn_abs_f16
#define FN(name) pte_xnn_abs_f16_##name
#define OPERATOR abs
#define TYPE     f16
#define MORE(p)
#include "xnn_unary.inc"
#endif
