/* SPDX-License-Identifier: 0BSD
 * Maximum pooling of floats. */
#include "pte_math.h"
#include "pte_pool.h"

#define T           pte_f32
#define KERNEL      pte_max_pool2d_f32
#define FN(name)    pte_max_pool2d_f32_##name
#define INIT        pte_float_of_bits(0xff800000u) /* minus infinity */
#define IS_NAN(v)   ((v) != (v))
#define LIMIT(v, p) pte_pool_limit_f32(v, p)
#include "max_pool2d_plain.inc"
