/* SPDX-License-Identifier: 0BSD
 * Softmax and its logarithm of doubles. */
#include "pte_kernels.h"
#include "pte_math.h"

#define T        pte_f64
#define ACC      double
#define KERNEL   pte_softmax_f64
#define FN(name) pte_softmax_f64_##name
#define EXP(v)   pte_exp_f64(v)
#define LOG(v)   pte_log_f64(v)
#include "softmax.inc"
