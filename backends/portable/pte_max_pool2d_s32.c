/* SPDX-License-Identifier: 0BSD
 * Maximum pooling of 32-bit integers. */
#include "pte_pool.h"

#define T           pte_s32
#define KERNEL      pte_max_pool2d_s32
#define FN(name)    pte_max_pool2d_s32_##name
#define INIT        INT32_MIN
#define IS_NAN(v)   0
#define LIMIT(v, p) (v)
#include "max_pool2d_plain.inc"
