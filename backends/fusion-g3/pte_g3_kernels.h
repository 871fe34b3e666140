/* SPDX-License-Identifier: 0BSD
 * Steps that Cadence's nnlib for Fusion G3 computes, by calls of its functions; sums are in the
 * library's order. Tensors lie row by row, without gaps; results overlap no operand. They give
 * PTE_INTERNAL if the library refuses an argument. */
#ifndef PTE_G3_KERNELS_H
#define PTE_G3_KERNELS_H

#include "pte_kernels.h"

/* As pte_softmax_f32(), without the logarithm. */
pte_status pte_g3_softmax_f32(pte_f32 *out, const pte_f32 *in, const pte_softmax *p);

/* As pte_layer_norm_f32(); weight and bias are there. */
pte_status pte_g3_layer_norm_f32(pte_f32 *out, pte_f32 *mean, pte_f32 *rstd, const pte_f32 *in,
                                 const pte_f32 *weight, const pte_f32 *bias,
                                 const pte_layer_norm *p);

/* Over the middle axis of [outer][n][inner] elements. */
typedef struct pte_g3_mean {
    int32_t outer, n, inner;
} pte_g3_mean;
pte_status pte_g3_mean_f32(pte_f32 *out, const pte_f32 *in, const pte_g3_mean *p);

/* Elementwise functions of n numbers, or pairs of them. */
typedef struct pte_g3_map {
    int32_t n;
    float lo, hi; /* of a clamp */
} pte_g3_map;
pte_status pte_g3_clamp_f32(pte_f32 *out, const pte_f32 *in, const pte_g3_map *p);
pte_status pte_g3_sigmoid_f32(pte_f32 *out, const pte_f32 *in, const pte_g3_map *p);
pte_status pte_g3_tanh_f32(pte_f32 *out, const pte_f32 *in, const pte_g3_map *p);
pte_status pte_g3_exp_f32(pte_f32 *out, const pte_f32 *in, const pte_g3_map *p);
pte_status pte_g3_sqrt_f32(pte_f32 *out, const pte_f32 *in, const pte_g3_map *p);
pte_status pte_g3_rsqrt_f32(pte_f32 *out, const pte_f32 *in, const pte_g3_map *p);

pte_status pte_g3_add_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, const pte_g3_map *p);
pte_status pte_g3_sub_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, const pte_g3_map *p);
pte_status pte_g3_mul_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, const pte_g3_map *p);
pte_status pte_g3_div_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, const pte_g3_map *p);

#endif
