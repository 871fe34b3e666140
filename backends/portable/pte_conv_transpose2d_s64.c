/* SPDX-License-Identifier: 0BSD
 * Transposed 2-D convolution of 64-bit integers. */
#include "pte_kernels.h"

#define KERNEL   pte_conv_transpose2d_s64
#define FN(name) pte_conv_transpose2d_s64_##name
#include "conv_int.inc"

#define OUT            pte_s64
#define MAC(x, w, epi) ((ACC)(x) * (ACC)(w))
#include "conv_transpose2d.inc"
