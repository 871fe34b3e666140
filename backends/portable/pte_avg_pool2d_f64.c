/* SPDX-License-Identifier: 0BSD
 * Average pooling of doubles. */
#include "pte_pool.h"

#define T               pte_f64
#define ACC             double
#define KERNEL          pte_avg_pool2d_f64
#define FN(name)        pte_avg_pool2d_f64_##name
#define MEAN(acc, n, p) pte_pool_limit_f64((n) ? (acc) / (double)(n) : 0, p)
#include "avg_pool2d_plain.inc"
