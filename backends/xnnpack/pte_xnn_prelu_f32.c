/* SPDX-License-Identifier: 0BSD
 * Negative floats times slopes by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_PRELU_F32
#define KERNEL   pte_xnn_prelu_f32
#define FN(name) pte_xnn_prelu_f32_##name
#define TYPE     f32
#define ELEMENT  pte_f32
#include "xnn_prelu.inc"
#endif
