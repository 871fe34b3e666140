/* SPDX-License-Identifier: 0BSD
 * Half floats of the other sign by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_NEG_F16
#define KERNEL   pte_xnn_neg_f16
#define FN(name) pte_xnn_neg_f16_##name
#define OPERATOR negate
#define TYPE     f16
#define MORE(p)
#include "xnn_unary.inc"
#endif
