/* SPDX-License-Identifier: 0BSD
 * Maximum pooling of doubles. */
#include "pte_math.h"
#include "pte_pool.h"

#define T           pte_f64
#define KERNEL      pte_max_pool2d_f64
#define FN(name)    pte_max_pool2d_f64_##name
#define INIT        pte_double_of_bits(UINT64_C(0xfff0000000000000)) /* minus infinity */
#define IS_NAN(v)   ((v) != (v))
#define LIMIT(v, p) pte_pool_limit_f64(v, p)
#include "max_pool2d_plain.inc"
