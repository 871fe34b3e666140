/* SPDX-License-Identifier: 0BSD
 * Kernels in vectors. The results lie channels last (os.c = 1) and without gaps between rows
 * (os.h = ow * os.w). Weights are packed when the model is compiled. */
#ifndef PTE_VEC_KERNELS_H
#define PTE_VEC_KERNELS_H

#include "pte_kernels.h"

/* out = clamp(convolution + bias + add, lo, hi). The input lies channels last, or channels first
 * with is.w = 1.
 * weight: for each group the panels of pte_tile_f32.h, their rows in the order [kh][kw][c], for an
 *         input with its channels first [c][kh][kw]; then kw * c / groups zeros
 * bias:   pte_packed_columns(oc / groups) for each group
 * add:    laid out as out, and may be out; NULL: none */
void pte_vec_conv2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight, const pte_f32 *bias,
                        const pte_f32 *add, const pte_conv2d *p);

/* The same for one filter a channel (oc = c = groups); input and result channels last.
 * weight: [kh][kw][c]; bias: [c] */
void pte_vec_dwconv2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                          const pte_f32 *bias, const pte_f32 *add, const pte_conv2d *p);

/* out = clamp(a b + bias + add, lo, hi) of matrices: b [k][n] packed like the weights of a 1x1
 * convolution, one for the whole batch; alpha and beta are in weight and bias. as.c = os.c = 1,
 * add laid out as out; bs, cs are not used. */
void pte_vec_gemm_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *weight, const pte_f32 *bias,
                      const pte_f32 *add, const pte_gemm *p);

#endif
