/* SPDX-License-Identifier: 0BSD
 * Transposed 2-D convolution of half floats, summed as floats. */
#include "pte_kernels.h"
#include "pte_math.h"

#define T        pte_u16
#define ACC      float
#define KERNEL   pte_conv_transpose2d_f16
#define FN(name) pte_conv_transpose2d_f16_##name
#define LOAD(v)  pte_f32_from_f16(v)
#define STORE(v) pte_f16_from_f32(v)
#include "conv_transpose2d_real.inc"
