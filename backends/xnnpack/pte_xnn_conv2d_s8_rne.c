/* SPDX-License-Identifier: 0BSD
 * Convolution of bytes by XNNPACK, requantised by a float for each channel. */
#include "pte_xnn_window.h"

#if PTE_XNN_HAS_CONV2D_S8_RNE
#define KERNEL       pte_xnn_conv2d_s8_rne
#define FN(name)     pte_xnn_conv2d_s8_rne_##name
#define OPERATOR     PTE_XNN_CONV_S8
#define PREPARE(...) PTE_XNN_PREPARE_CONV(__VA_ARGS__)
#define SETUP(...)   PTE_XNN_SETUP_CONV(__VA_ARGS__)
#define CONSTANTS    PTE_XNN_S8_CONSTANTS
#define ARGUMENTS    PTE_XNN_S8_ARGUMENTS(scale)
#include "xnn_conv.inc"
#endif
