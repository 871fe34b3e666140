/* SPDX-License-Identifier: 0BSD
 * Logarithms of floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_LOG_F32
#define KERNEL   pte_xnn_log_f32
#define FN(name) pte_xnn_log_f32_##name
#define OPERATOR log
#define TYPE     f32
#define MORE(p)
#include "xnn_unary.inc"
#endif
