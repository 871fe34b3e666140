/* SPDX-License-Identifier: 0BSD
 * Transposed convolution of bytes by XNNPACK, requantised by floats. */
#include "pte_xnn_window.h"

#if PTE_XNN_HAS_CONV_TRANSPOSE2D_S8_RNE
#define KERNEL       pte_xnn_conv_transpose2d_s8_rne
#define FN(name)     pte_xnn_conv_transpose2d_s8_rne_##name
#define OPERATOR     PTE_XNN_DECONV_S8
#define PREPARE(...) PTE_XNN_PREPARE_DECONV(__VA_ARGS__)
#define SETUP(...)   PTE_XNN_SETUP_DECONV(__VA_ARGS__)
#define CONSTANTS    PTE_XNN_S8_CONSTANTS
#define ARGUMENTS    PTE_XNN_S8_ARGUMENTS(PTE_XNN_DECONV_SCALE(scale, p->oc))
#include "xnn_conv.inc"
#endif
