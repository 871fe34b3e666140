/* SPDX-License-Identifier: 0BSD
 * Softmax of half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_SOFTMAX_F16
#define KERNEL   pte_xnn_softmax_f16
#define FN(name) pte_xnn_softmax_f16_##name
#define TYPE     f16
#include "xnn_softmax.inc"
#endif
