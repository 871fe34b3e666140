/* SPDX-License-Identifier: 0BSD
 * 2-D convolution of 64-bit integers. */
#include "pte_kernels.h"
#include "pte_window.h"

#define KERNEL   pte_conv2d_s64
#define FN(name) pte_conv2d_s64_##name
#include "conv_int.inc"

#define OUT       T
#define X(v)      ((ACC)(v))
#define W(v)      ((ACC)(v))
#define ANY_ORDER 1
#include "conv2d.inc"
