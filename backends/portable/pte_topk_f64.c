/* SPDX-License-Identifier: 0BSD
 * The k largest or smallest doubles. */
#include "pte_kernels.h"

#define T         pte_f64
#define KERNEL    pte_topk_f64
#define FN(name)  pte_topk_f64_##name
#define IS_NAN(v) ((v) != (v))
#include "topk.inc"
