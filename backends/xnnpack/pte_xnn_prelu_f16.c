/* SPDX-License-Identifier: 0BSD
 * Negative half floats times slopes by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_PRELU_F16
#define KERNEL   pte_xnn_prelu_f16
#define FN(name) pte_xnn_prelu_f16_##name
#define TYPE     f16
#define ELEMENT  pte_u16
#include "xnn_prelu.inc"
#endif
