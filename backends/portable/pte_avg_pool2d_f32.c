/* SPDX-License-Identifier: 0BSD
 * Average pooling of floats. */
#include "pte_pool.h"

#define T               pte_f32
#define ACC             float
#define KERNEL          pte_avg_pool2d_f32
#define FN(name)        pte_avg_pool2d_f32_##name
#define MEAN(acc, n, p) pte_pool_limit_f32((n) ? (acc) / (float)(n) : 0, p)
#include "avg_pool2d_plain.inc"
