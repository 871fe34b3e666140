/* SPDX-License-Identifier: 0BSD
 * Average pooling of 64-bit integers, rounded towards zero; sums wrap around. */
#include "pte_math.h"
#include "pte_pool.h"

#define T               pte_s64
#define ACC             uint64_t
#define KERNEL          pte_avg_pool2d_s64
#define FN(name)        pte_avg_pool2d_s64_##name
#define MEAN(acc, n, p) pte_div_s64((int64_t)(acc), n)
#include "avg_pool2d_plain.inc"
