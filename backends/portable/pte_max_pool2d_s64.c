/* SPDX-License-Identifier: 0BSD
 * Maximum pooling of 64-bit integers. */
#include "pte_pool.h"

#define T           pte_s64
#define KERNEL      pte_max_pool2d_s64
#define FN(name)    pte_max_pool2d_s64_##name
#define INIT        INT64_MIN
#define IS_NAN(v)   0
#define LIMIT(v, p) (v)
#include "max_pool2d_plain.inc"
