/* SPDX-License-Identifier: 0BSD
 * The k largest or smallest 32-bit integers. */
#include "pte_kernels.h"

#define T         pte_s32
#define KERNEL    pte_topk_s32
#define FN(name)  pte_topk_s32_##name
#define IS_NAN(v) 0
#include "topk.inc"
