/* SPDX-License-Identifier: 0BSD
 * Softmax and its logarithm of floats. */
#include "pte_kernels.h"
#include "pte_math.h"

#define T        pte_f32
#define ACC      float
#define KERNEL   pte_softmax_f32
#define FN(name) pte_softmax_f32_##name
#define EXP(v)   pte_exp_f32(v)
#define LOG(v)   pte_log_f32(v)
#include "softmax.inc"
