/* SPDX-License-Identifier: 0BSD
 * 2-D convolution of 16-bit integers, whose sums have 32 bits. */
#define KERNEL   pte_conv2d_s16_fbias
#define FN(name) pte_conv2d_s16_fbias_##name
#define OUT      pte_s16
#define ACC      uint32_t
#define SUM      int32_t
#include "conv_s16.inc"

#define X(v)      ((ACC)(v))
#define W(v)      ((ACC)(v))
#define ANY_ORDER 1
#include "conv2d.inc"
