/* SPDX-License-Identifier: 0BSD
 * Transposed 2-D convolution of 16-bit integers, whose sums have 64 bits. */
#define KERNEL   pte_conv_transpose2d_s16_wide_fbias
#define FN(name) pte_conv_transpose2d_s16_wide_fbias_##name
#define OUT      pte_s16
#define ACC      int64_t
#define SUM      int64_t
#include "conv_s16.inc"

#define MAC(x, w, epi) ((ACC)(x) * (ACC)(w))
#include "conv_transpose2d.inc"
