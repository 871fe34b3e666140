/* SPDX-License-Identifier: 0BSD
 * The k largest or smallest floats. */
#include "pte_kernels.h"

#define T         pte_f32
#define KERNEL    pte_topk_f32
#define FN(name)  pte_topk_f32_##name
#define IS_NAN(v) ((v) != (v))
#include "topk.inc"
