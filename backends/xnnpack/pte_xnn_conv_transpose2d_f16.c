/* SPDX-License-Identifier: 0BSD
 * Transposed convolution of half floats by XNNPACK. */
#include "pte_xnn_window.h"

#if PTE_XNN_HAS_CONV_TRANSPOSE2D_F16
#define KERNEL       pte_xnn_conv_transpose2d_f16
#define FN(name)     pte_xnn_conv_transpose2d_f16_##name
#define OPERATOR     deconvolution2d_nhwc_f16
#define PREPARE(...) PTE_XNN_PREPARE_DECONV(__VA_ARGS__)
#define SETUP(...)   PTE_XNN_SETUP_DECONV(__VA_ARGS__)
#define CONSTANTS    const pte_u16 *weight, const pte_u16 *bias
#define ARGUMENTS    weight, bias, p->lo, p->hi
#include "xnn_conv.inc"
#endif
