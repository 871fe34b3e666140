/* SPDX-License-Identifier: 0BSD
 * Transposed 2-D convolution of floats. */
#include "pte_kernels.h"

#define T        pte_f32
#define ACC      float
#define KERNEL   pte_conv_transpose2d_f32
#define FN(name) pte_conv_transpose2d_f32_##name
#define LOAD(v)  (v)
#define STORE(v) (v)
#include "conv_transpose2d_real.inc"
