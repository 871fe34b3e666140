/* SPDX-License-Identifier: 0BSD
 * Steps that Arm's CMSIS-NN computes, each by a call of one of its functions, with arguments made
 * of our parameters. Tensors lie channels last, without gaps. Results have the bits of the portable
 * kernels.
 * They give PTE_OUT_OF_RESOURCES if the library asks for more bytes to work in than were planned,
 * as one for Helium does of a model compiled for a processor without; PTE_INTERNAL if it refuses an
 * argument. */
#ifndef PTE_CMSIS_KERNELS_H
#define PTE_CMSIS_KERNELS_H

#include "pte_kernels.h"

typedef struct pte_cmsis_conv2d {
    pte_u16 n, c, h, w, oc, oh, ow, groups;
    pte_u8 kh, kw, sh, sw, ph, pw, dh, dw;
    int32_t room; /* bytes of scratch; of sums behind the biases */
} pte_cmsis_conv2d;

/* weight: [oc][kh][kw][c / groups]
 * bias:   [oc], or NULL
 * mult, shift: [oc]
 * q:      as pte_conv2d_s8
 * _1x1 without padding, in one group; and with strides of 1, or _strided */
pte_status pte_cmsis_conv2d_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                               const pte_s32 *bias, const pte_s32 *mult, const pte_s32 *shift,
                               const pte_s32 *q, const pte_cmsis_conv2d *p);
pte_status pte_cmsis_conv2d_s8_1x1(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in,
                                   const pte_s8 *weight, const pte_s32 *bias, const pte_s32 *mult,
                                   const pte_s32 *shift, const pte_s32 *q,
                                   const pte_cmsis_conv2d *p);
pte_status pte_cmsis_conv2d_s8_1x1_strided(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in,
                                           const pte_s8 *weight, const pte_s32 *bias,
                                           const pte_s32 *mult, const pte_s32 *shift,
                                           const pte_s32 *q, const pte_cmsis_conv2d *p);

/* groups = c, oc a multiple of it.
 * weight: [kh][kw][oc]
 * _fast of one image, with oc = c and without dilation; _3x3 with padding of at most 1 besides */
pte_status pte_cmsis_dwconv2d_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in,
                                 const pte_s8 *weight, const pte_s32 *bias, const pte_s32 *mult,
                                 const pte_s32 *shift, const pte_s32 *q, const pte_cmsis_conv2d *p);
pte_status pte_cmsis_dwconv2d_s8_fast(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in,
                                      const pte_s8 *weight, const pte_s32 *bias,
                                      const pte_s32 *mult, const pte_s32 *shift, const pte_s32 *q,
                                      const pte_cmsis_conv2d *p);
pte_status pte_cmsis_dwconv2d_s8_3x3(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in,
                                     const pte_s8 *weight, const pte_s32 *bias, const pte_s32 *mult,
                                     const pte_s32 *shift, const pte_s32 *q,
                                     const pte_cmsis_conv2d *p);

/* A product of matrices, as a 1x1 convolution with one multiplier for all.
 * weight: [oc][c]
 * bias:   [oc]; then, unless room is 0, what the sums are for an input of zeros */
pte_status pte_cmsis_gemm_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                             const pte_s32 *bias, const pte_s32 *mult, const pte_s32 *shift,
                             const pte_s32 *q, const pte_cmsis_conv2d *p);

/* n products of w rows of c terms and oc columns, which lie one behind the other in b. bias: NULL
 * q: as pte_gemm_s8 */
pte_status pte_cmsis_matmul_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *a, const pte_s8 *b,
                               const pte_s32 *bias, const pte_s32 *mult, const pte_s32 *shift,
                               const pte_s32 *q, const pte_cmsis_conv2d *p);

/* As pte_max_pool2d_s8(), without dilation; index is NULL. */
pte_status pte_cmsis_max_pool2d_s8(pte_s8 *out, pte_s64 *index, const pte_s8 *in, const pte_s32 *q,
                                   const pte_pool2d *p);

#endif
