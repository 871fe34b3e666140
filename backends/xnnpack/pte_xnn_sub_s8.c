/* SPDX-License-Identifier: 0BSD
 * Differences of quantised bytes by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_SUB_S8
#define KERNEL      pte_xnn_sub_s8
#define FN(name)    pte_xnn_sub_s8_##name
#define OPERATOR    subtract
#define TYPE        qs8
#define CREATE(...) PTE_XNN_CREATE_BINARY_S8(__VA_ARGS__)
#define SIGN        -1
#include "xnn_sum_s8.inc"
#endif
