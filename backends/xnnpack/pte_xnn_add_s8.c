/* SPDX-License-Identifier: 0BSD
 * Sums of quantised bytes by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_ADD_S8
#define KERNEL      pte_xnn_add_s8
#define FN(name)    pte_xnn_add_s8_##name
#define OPERATOR    add
#define TYPE        qs8
#define CREATE(...) PTE_XNN_CREATE_BINARY_S8(__VA_ARGS__)
#define SIGN        1
#include "xnn_sum_s8.inc"
#endif
