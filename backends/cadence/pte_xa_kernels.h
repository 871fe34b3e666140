/* SPDX-License-Identifier: 0BSD
 * Steps that Cadence's nnlib computes on HiFi cores with a unit for floats, by calls of its
 * functions; sums are in the library's order. Results overlap no operand.
 * They give PTE_OUT_OF_RESOURCES if the library asks for more bytes to work in than were planned,
 * PTE_INTERNAL if it refuses an argument. */
#ifndef PTE_XA_KERNELS_H
#define PTE_XA_KERNELS_H

#include "pte_kernels.h"

/* As pte_gemm_f32() with alpha and beta 1; rows of a and columns of b have their elements one
 * behind the other, c is one row. A result with a range has no gaps. */
pte_status pte_xa_gemm_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, const pte_f32 *c,
                           const pte_gemm *p);

/* Windows over pictures, which lie channels last without gaps; pools also over planes, one behind
 * the other. Results are clamped to lo..hi. */
typedef struct pte_xa_window {
    int32_t n, c, h, w, oc, oh, ow;
    int32_t kh, kw, sh, sw, ph, pw, dh, dw;
    int32_t planes;
    int32_t room; /* bytes of scratch, which is aligned to 16 */
    float lo, hi;
} pte_xa_window;

/* weight: [oc][kh][kw][c], an even number of channels; bias: [oc]. Pictures and results are aligned
 * to 16, each of them.
 * _1x1: a window of one, without padding, strides 1; any number of channels, bias may be NULL */
pte_status pte_xa_conv2d_f32(pte_f32 *out, pte_s8 *scratch, const pte_f32 *in,
                             const pte_f32 *weight, const pte_f32 *bias, const pte_xa_window *p);
pte_status pte_xa_conv2d_f32_1x1(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                                 const pte_f32 *bias, const pte_xa_window *p);

/* oc / c filters of each channel. weight: [kh][kw][oc], bias: [oc]; three numbers behind each are
 * read too. Pictures are aligned to 8. _dilated: dh or dw is not 1 */
pte_status pte_xa_dwconv2d_f32(pte_f32 *out, pte_s8 *scratch, const pte_f32 *in,
                               const pte_f32 *weight, const pte_f32 *bias, const pte_xa_window *p);
pte_status pte_xa_dwconv2d_f32_dilated(pte_f32 *out, pte_s8 *scratch, const pte_f32 *in,
                                       const pte_f32 *weight, const pte_f32 *bias,
                                       const pte_xa_window *p);

/* Of what is no padding. q: as pte_max_pool2d_s8(), which lo and hi are not used for. */
pte_status pte_xa_max_pool2d_f32(pte_f32 *out, pte_s8 *scratch, const pte_f32 *in,
                                 const pte_xa_window *p);
pte_status pte_xa_avg_pool2d_f32(pte_f32 *out, pte_s8 *scratch, const pte_f32 *in,
                                 const pte_xa_window *p);
pte_status pte_xa_max_pool2d_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s32 *q,
                                const pte_xa_window *p);

/* As pte_softmax_f32() without the logarithm, inner = 1. */
pte_status pte_xa_softmax_f32(pte_f32 *out, const pte_f32 *in, const pte_softmax *p);

/* Elementwise functions of n numbers, or pairs of them. */
typedef struct pte_xa_map {
    int32_t n;
    float lo, hi; /* of a clamp, and of the results of pairs */
} pte_xa_map;

pte_status pte_xa_clamp_f32(pte_f32 *out, const pte_f32 *in, const pte_xa_map *p);
pte_status pte_xa_sigmoid_f32(pte_f32 *out, const pte_f32 *in, const pte_xa_map *p);
pte_status pte_xa_tanh_f32(pte_f32 *out, const pte_f32 *in, const pte_xa_map *p);
pte_status pte_xa_abs_f32(pte_f32 *out, const pte_f32 *in, const pte_xa_map *p);
pte_status pte_xa_neg_f32(pte_f32 *out, const pte_f32 *in, const pte_xa_map *p);
pte_status pte_xa_floor_f32(pte_f32 *out, const pte_f32 *in, const pte_xa_map *p);
pte_status pte_xa_ceil_f32(pte_f32 *out, const pte_f32 *in, const pte_xa_map *p);
pte_status pte_xa_rint_f32(pte_f32 *out, const pte_f32 *in, const pte_xa_map *p);
pte_status pte_xa_square_f32(pte_f32 *out, const pte_f32 *in, const pte_xa_map *p);
pte_status pte_xa_sqrt_f32(pte_f32 *out, const pte_f32 *in, const pte_xa_map *p);
pte_status pte_xa_rsqrt_f32(pte_f32 *out, const pte_f32 *in, const pte_xa_map *p);
pte_status pte_xa_log_f32(pte_f32 *out, const pte_f32 *in, const pte_xa_map *p);
pte_status pte_xa_sin_f32(pte_f32 *out, const pte_f32 *in, const pte_xa_map *p);
pte_status pte_xa_cos_f32(pte_f32 *out, const pte_f32 *in, const pte_xa_map *p);

pte_status pte_xa_add_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, const pte_xa_map *p);
pte_status pte_xa_sub_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, const pte_xa_map *p);
pte_status pte_xa_mul_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, const pte_xa_map *p);
pte_status pte_xa_div_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, const pte_xa_map *p);

#endif
