/* SPDX-License-Identifier: 0BSD
 * Square roots of half floats by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_SQRT_F16
#define KERNEL   pte_xnn_sqrt_f16
#define FN(name) pte_xnn_sqrt_f16_##name
#define OPERATOR square_root
#define TYPE     f16
#define MORE(p)
#include "xnn_unary.inc"
#endif
