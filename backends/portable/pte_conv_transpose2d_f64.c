/* SPDX-License-Identifier: 0BSD
 * Transposed 2-D convolution of doubles. */
#include "pte_kernels.h"

#define T        pte_f64
#define ACC      double
#define KERNEL   pte_conv_transpose2d_f64
#define FN(name) pte_conv_transpose2d_f64_##name
#define LOAD(v)  (v)
#define STORE(v) (v)
#include "conv_transpose2d_real.inc"
