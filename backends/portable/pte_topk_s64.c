/* SPDX-License-Identifier: 0BSD
 * The k largest or smallest 64-bit integers. */
#include "pte_kernels.h"

#define T         pte_s64
#define KERNEL    pte_topk_s64
#define FN(name)  pte_topk_s64_##name
#define IS_NAN(v) 0
#include "topk.inc"
