/* SPDX-License-Identifier: 0BSD
 * Steps that the installed XNNPACK computes. Each has an operator of the library, which is made
 * once and run by every call. Pictures lie channels last; nothing has gaps. XNNPACK reads up to
 * PTE_XNN_MARGIN bytes behind an operand; what is there does not matter. */
#ifndef PTE_XNN_KERNELS_H
#define PTE_XNN_KERNELS_H

#include "pte_kernels.h"
#include "pte_xnn_cache.h"

/* The operators of an instance of a model, and where its state keeps them. An instance that never
 * had any has a count of 0. */
typedef struct pte_xnn pte_xnn;
typedef struct pte_xnn_place {
    pte_s32 count;
    pte_xnn *operators;
} pte_xnn_place;

/* Allocates room for so many operators; NULL if there is no memory. Without a cache (NULL) they
 * have packed weights of their own, without a pool they run on the caller's thread. Then each
 * operator is made, by the functions below; what fails is told at last. */
pte_xnn *pte_xnn_start(pte_s32 count, pte_xnn_cache *cache, struct pthreadpool *pool);
/* PTE_OK: they are at `place`, and calls allocate nothing. Else all is freed. */
pte_status pte_xnn_finish(pte_xnn_place *place, pte_xnn *x);
void pte_xnn_free(pte_xnn_place *place);

/* NULL if there are not so many. */
PTE_INLINE pte_xnn *pte_xnn_at(const pte_xnn_place *place, pte_s32 count)
{
    return place->count == count ? place->operators : NULL;
}

/* Runs operator `i`; of one operand, the other one is NULL. */
pte_status pte_xnn_run(pte_xnn *x, pte_s32 i, void *out, const void *a, const void *b);

/* ---- Making operator `i`, bits and bounds: docs/kernel-libraries.md ------------------------- */

/* Convolution; products of matrices are 1x1 ones of `n` pictures. Weights [oc][kh][kw][c / groups];
 * of a depthwise one, c = groups, [kh][kw][oc]. bias may be NULL. */
typedef struct pte_xnn_conv2d {
    int32_t n, c, h, w, oc;
    int32_t kh, kw, sh, sw, dh, dw;
    int32_t top, left, bottom, right; /* of the padding */
    int32_t groups;
    int32_t depthwise;      /* 1: its weights are ordered as such */
    int32_t more_h, more_w; /* transposed: rows and columns behind those that windows reach */
    float lo, hi;
} pte_xnn_conv2d;
void pte_xnn_conv2d_f32(pte_xnn *x, pte_s32 i, const pte_f32 *weight, const pte_f32 *bias,
                        const pte_xnn_conv2d *p);
/* Transposed: padding is cut off from the result. */
void pte_xnn_conv_transpose2d_f32(pte_xnn *x, pte_s32 i, const pte_f32 *weight, const pte_f32 *bias,
                                  const pte_xnn_conv2d *p);
/* Those of half floats: PTE_NOT_SUPPORTED, at last, on processors without them. */
void pte_xnn_conv2d_f16(pte_xnn *x, pte_s32 i, const pte_u16 *weight, const pte_u16 *bias,
                        const pte_xnn_conv2d *p);
void pte_xnn_conv_transpose2d_f16(pte_xnn *x, pte_s32 i, const pte_u16 *weight, const pte_u16 *bias,
                                  const pte_xnn_conv2d *p);
/* The bits of pte_conv2d_s8_rne(). lo and hi are not used. */
void pte_xnn_conv2d_s8_rne(pte_xnn *x, pte_s32 i, const pte_s8 *weight, const pte_s32 *bias,
                           const pte_f32 *scale, const pte_s32 *q, const pte_xnn_conv2d *p);
void pte_xnn_conv_transpose2d_s8_rne(pte_xnn *x, pte_s32 i, const pte_s8 *weight,
                                     const pte_s32 *bias, const pte_f32 *scale, const pte_s32 *q,
                                     const pte_xnn_conv2d *p);

/* As pte_gemm_s8_rows(), of m rows; run with those of the operand: b of pte_xnn_run() is a
 * pte_xnn_rows. Weights [n][k]; of 4 bits pairs around 8, the first in the lower half. Scales
 * [n][k / block]; block is k, but of pte_xnn_gemm_s4_blocks(), whose scales are bf16. */
typedef struct pte_xnn_product {
    int32_t m, k, n, block;
    float lo, hi;
} pte_xnn_product;
typedef struct pte_xnn_rows {
    const pte_f32 *scale;
    const pte_s32 *zero;
} pte_xnn_rows;
void pte_xnn_gemm_s8_rows(pte_xnn *x, pte_s32 i, const pte_s8 *weight, const pte_f32 *bias,
                          const pte_f32 *scale, const pte_xnn_product *p);
void pte_xnn_gemm_s4_rows(pte_xnn *x, pte_s32 i, const pte_u8 *weight, const pte_f32 *bias,
                          const pte_f32 *scale, const pte_xnn_product *p);
void pte_xnn_gemm_s4_blocks(pte_xnn *x, pte_s32 i, const pte_u8 *weight, const pte_f32 *bias,
                            const pte_u16 *scale, const pte_xnn_product *p);

/* Of `batch` matrices each, [m][k] by [k][n], or by [n][k] if its columns come first. */
typedef struct pte_xnn_matmul {
    int32_t batch, m, k, n;
    int32_t columns_first;
} pte_xnn_matmul;
void pte_xnn_matmul_f32(pte_xnn *x, pte_s32 i, const pte_xnn_matmul *p);

/* Bounds of windows as above; padding takes no part. */
typedef struct pte_xnn_pool2d {
    int32_t n, c, h, w;
    int32_t kh, kw, sh, sw, dh, dw;
    int32_t top, left, bottom, right;
    float lo, hi;
} pte_xnn_pool2d;
void pte_xnn_max_pool2d_f32(pte_xnn *x, pte_s32 i, const pte_xnn_pool2d *p);
/* q = { lowest, highest }, or NULL; lo and hi are not used. */
void pte_xnn_max_pool2d_s8(pte_xnn *x, pte_s32 i, const pte_s32 *q, const pte_xnn_pool2d *p);
/* dh and dw are 1. */
void pte_xnn_avg_pool2d_f32(pte_xnn *x, pte_s32 i, const pte_xnn_pool2d *p);
void pte_xnn_max_pool2d_f16(pte_xnn *x, pte_s32 i, const pte_xnn_pool2d *p);
void pte_xnn_avg_pool2d_f16(pte_xnn *x, pte_s32 i, const pte_xnn_pool2d *p);

/* Bilinear. Positions in the operand: the middles of elements, or from its first element on, with
 * `corners` up to its last one. */
typedef struct pte_xnn_resize {
    int32_t n, c, h, w, oh, ow;
    int32_t corners, from_first;
} pte_xnn_resize;
void pte_xnn_resize_bilinear2d_f32(pte_xnn *x, pte_s32 i, const pte_xnn_resize *p);
void pte_xnn_resize_bilinear2d_f16(pte_xnn *x, pte_s32 i, const pte_xnn_resize *p);

/* Of each row of n elements. */
typedef struct pte_xnn_softmax {
    int32_t outer, n;
} pte_xnn_softmax;
void pte_xnn_softmax_f32(pte_xnn *x, pte_s32 i, const pte_xnn_softmax *p);
void pte_xnn_softmax_f16(pte_xnn *x, pte_s32 i, const pte_xnn_softmax *p);

/* Of n rows of c elements: negative ones times the slope of their column, or the first of all if
 * shared. The result may lie over the operand. */
typedef struct pte_xnn_prelu {
    int32_t n, c;
    int32_t shared;
} pte_xnn_prelu;
void pte_xnn_prelu_f32(pte_xnn *x, pte_s32 i, const pte_f32 *slope, const pte_xnn_prelu *p);
void pte_xnn_prelu_f16(pte_xnn *x, pte_s32 i, const pte_u16 *slope, const pte_xnn_prelu *p);

/* Of n elements; the result may lie over the operand. lo and hi: of clamp only; lo: the factor of
 * elu and leaky relu. */
typedef struct pte_xnn_unary {
    int32_t n;
    float lo, hi;
} pte_xnn_unary;
void pte_xnn_abs_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_neg_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_floor_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_ceil_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_rint_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_sqrt_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_square_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_sigmoid_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_tanh_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_hardswish_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_gelu_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_exp_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_log_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_sin_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_cos_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_clamp_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_leaky_relu_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_elu_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_trunc_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_rsqrt_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_gelu_tanh_f32(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_abs_f16(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_neg_f16(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_floor_f16(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_ceil_f16(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_sqrt_f16(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_square_f16(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_exp_f16(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_tanh_f16(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_sigmoid_f16(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_hardswish_f16(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_leaky_relu_f16(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);
void pte_xnn_clamp_f16(pte_xnn *x, pte_s32 i, const pte_xnn_unary *p);

/* An operand has the result's extents, outermost first, or 1; the result may lie over one that has
 * them. lo and hi: of versions that clamp, and not of max and min. */
enum { PTE_XNN_RANK = 4 };
typedef struct pte_xnn_binary {
    int32_t a[PTE_XNN_RANK], b[PTE_XNN_RANK];
    float lo, hi;
} pte_xnn_binary;
void pte_xnn_add_f32(pte_xnn *x, pte_s32 i, const pte_xnn_binary *p);
void pte_xnn_sub_f32(pte_xnn *x, pte_s32 i, const pte_xnn_binary *p);
void pte_xnn_mul_f32(pte_xnn *x, pte_s32 i, const pte_xnn_binary *p);
void pte_xnn_div_f32(pte_xnn *x, pte_s32 i, const pte_xnn_binary *p);
void pte_xnn_max_f32(pte_xnn *x, pte_s32 i, const pte_xnn_binary *p);
void pte_xnn_min_f32(pte_xnn *x, pte_s32 i, const pte_xnn_binary *p);
void pte_xnn_add_f16(pte_xnn *x, pte_s32 i, const pte_xnn_binary *p);
void pte_xnn_sub_f16(pte_xnn *x, pte_s32 i, const pte_xnn_binary *p);
void pte_xnn_mul_f16(pte_xnn *x, pte_s32 i, const pte_xnn_binary *p);
void pte_xnn_div_f16(pte_xnn *x, pte_s32 i, const pte_xnn_binary *p);
void pte_xnn_max_f16(pte_xnn *x, pte_s32 i, const pte_xnn_binary *p);
void pte_xnn_min_f16(pte_xnn *x, pte_s32 i, const pte_xnn_binary *p);
/* Of bytes, each with one of every number, in the bits of the loops that ptec writes:
 * (a_factor * a + b_factor * b + bias >> shift) + zero, within lo..hi; b_factor < 0 in pte_xnn_sub.
 */
void pte_xnn_add_s8(pte_xnn *x, pte_s32 i, const pte_s32 *a_factor, const pte_s32 *b_factor,
                    const pte_s32 *bias, const pte_s32 *shift, const pte_s32 *zero,
                    const pte_s32 *lo, const pte_s32 *hi, const pte_xnn_binary *p);
void pte_xnn_sub_s8(pte_xnn *x, pte_s32 i, const pte_s32 *a_factor, const pte_s32 *b_factor,
                    const pte_s32 *bias, const pte_s32 *shift, const pte_s32 *zero,
                    const pte_s32 *lo, const pte_s32 *hi, const pte_xnn_binary *p);
/* rint((a - a_zero) * (b - b_zero) * scale, at most `above` and at least `below`) + zero */
void pte_xnn_mul_s8(pte_xnn *x, pte_s32 i, const pte_s32 *a_zero, const pte_s32 *b_zero,
                    const pte_f32 *scale, const pte_s32 *zero, const pte_f32 *above,
                    const pte_f32 *below, const pte_xnn_binary *p);

/* Over the axes whose bits are set, of extents outermost first. */
typedef struct pte_xnn_reduce {
    int32_t extent[PTE_XNN_RANK];
    int32_t axes;
} pte_xnn_reduce;
void pte_xnn_reduce_sum_f32(pte_xnn *x, pte_s32 i, const pte_xnn_reduce *p);
void pte_xnn_reduce_mean_f32(pte_xnn *x, pte_s32 i, const pte_xnn_reduce *p);
void pte_xnn_reduce_max_f32(pte_xnn *x, pte_s32 i, const pte_xnn_reduce *p);
void pte_xnn_reduce_min_f32(pte_xnn *x, pte_s32 i, const pte_xnn_reduce *p);
void pte_xnn_reduce_sum_f16(pte_xnn *x, pte_s32 i, const pte_xnn_reduce *p);
void pte_xnn_reduce_mean_f16(pte_xnn *x, pte_s32 i, const pte_xnn_reduce *p);
void pte_xnn_reduce_max_f16(pte_xnn *x, pte_s32 i, const pte_xnn_reduce *p);
void pte_xnn_reduce_min_f16(pte_xnn *x, pte_s32 i, const pte_xnn_reduce *p);

#endif
