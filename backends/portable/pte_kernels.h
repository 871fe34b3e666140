/* SPDX-License-Identifier: 0BSD
 * Parameters and prototypes of the shared kernels. Sizes are proved when the model is compiled,
 * so kernels return nothing, save those that read untrusted indices. Results overlap no operand
 * unless a comment allows it. */
#ifndef PTE_KERNELS_H
#define PTE_KERNELS_H

#include "pte_rt.h"

/* Strides count elements. Tensors are addressed by logical axis (batch, channel, row, column), so
 * that one kernel serves rows-first and channels-last memory. */
typedef struct pte_strides4 {
    int32_t n, c, h, w;
} pte_strides4;

/* Multiplies v by clamp(slope * v + offset, lo, hi), as hard-swish does; slope 0: does not. */
typedef struct pte_gate {
    float slope, offset, lo, hi;
} pte_gate;

/* 2-D convolution; 1-D has h = kh = 1. Weight [oc][c/groups][kh][kw] by `ws` (n = oc, c = ic).
 * out = clamp(sum over (ic, ky, kx) in that order, then + bias, lo, hi); padding adds nothing. */
typedef struct pte_conv2d {
    int32_t n, c, h, w;
    int32_t oc, oh, ow;
    int32_t kh, kw, sh, sw, ph, pw, dh, dw, groups;
    pte_strides4 is, ws, os;
    int32_t wg; /* transposed: from the weights of one group to those of the next */
    float lo, hi;
    pte_gate gate; /* vector kernels only */
} pte_conv2d;
void pte_conv2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight, const pte_f32 *bias,
                    const pte_conv2d *p);
void pte_conv2d_f64(pte_f64 *out, const pte_f64 *in, const pte_f64 *weight, const pte_f64 *bias,
                    const pte_conv2d *p);
void pte_conv2d_f16(pte_u16 *out, const pte_u16 *in, const pte_u16 *weight, const pte_u16 *bias,
                    const pte_conv2d *p);
void pte_conv2d_bf16(pte_u16 *out, const pte_u16 *in, const pte_u16 *weight, const pte_u16 *bias,
                     const pte_conv2d *p);
/* Sums wrap around; lo and hi are not used. */
void pte_conv2d_s64(pte_s64 *out, const pte_s64 *in, const pte_s64 *weight, const pte_s64 *bias,
                    const pte_conv2d *p);
/* Integer form: acc = sum (in + q[0]) * weight + bias; out = clamp(requant(acc, mult[oc],
 * shift[oc]) + q[1], q[2], q[3]) with two roundings (pte_requant_double). Lives in the weights:
 * q = { -input zero point, output zero point, lowest, highest }. Padding counts as the zero point.
 * bias may be NULL. lo and hi are not used. Sums wrap around. */
void pte_conv2d_s8(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight, const pte_s32 *bias,
                   const pte_s32 *mult, const pte_s32 *shift, const pte_s32 *q,
                   const pte_conv2d *p);
/* The same with out = clamp(rint(acc * scale[oc]) + q[1], q[2], q[3]), the product rounded to float
 * before (pte_requant_rne). */
void pte_conv2d_s8_rne(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight, const pte_s32 *bias,
                       const pte_f32 *scale, const pte_s32 *q, const pte_conv2d *p);
/* The same with out = clamp(rint(acc * scale[oc] + bias[oc]) + q[1], q[2], q[3]), acc without the
 * bias, the product rounded to float before (pte_requant_fbias_s8). */
void pte_conv2d_s8_fbias(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight, const pte_f32 *bias,
                         const pte_f32 *scale, const pte_s32 *q, const pte_conv2d *p);
/* The same of 16-bit integers: q[0] is 0, sums fit 32 bits, or with `wide` and to bytes 64. */
void pte_conv2d_s16_fbias(pte_s16 *out, const pte_s16 *in, const pte_s8 *weight,
                          const pte_f32 *bias, const pte_f32 *scale, const pte_s32 *q,
                          const pte_conv2d *p);
void pte_conv2d_s16_wide_fbias(pte_s16 *out, const pte_s16 *in, const pte_s8 *weight,
                               const pte_f32 *bias, const pte_f32 *scale, const pte_s32 *q,
                               const pte_conv2d *p);
void pte_conv2d_s16_s8_fbias(pte_s8 *out, const pte_s16 *in, const pte_s8 *weight,
                             const pte_f32 *bias, const pte_f32 *scale, const pte_s32 *q,
                             const pte_conv2d *p);
/* acc = sum (in + q[0]) * (weight + q[4]) + bias; out = clamp(rint(acc * factor[0] * factor[1]) +
 * q[1], q[2], q[3]), each product rounded to float (pte_requant_twice_s8). */
void pte_conv2d_s8_twice(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight, const pte_s32 *bias,
                         const pte_f32 *factor, const pte_s32 *q, const pte_conv2d *p);
/* out = clamp(image_scale[n] * scale[oc] * sum (in - image_zero[n]) * weight + bias[oc], lo, hi):
 * each image was quantised by itself. */
void pte_conv2d_s8_batch(pte_f32 *out, const pte_s8 *in, const pte_s8 *weight, const pte_f32 *bias,
                         const pte_f32 *scale, const pte_f32 *image_scale,
                         const pte_s32 *image_zero, const pte_conv2d *p);

/* pte_conv2d_* where the result may lie over the operand, n = 1: output row y may overwrite input
 * rows below y * sh - ph + (kh - 1) * dh + 1. Scratch: ((kh - 1) * dh + 1) * c * w elements;
 * without c for a depthwise convolution of planes, which go one after the other. */
void pte_conv2d_rows_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                         const pte_f32 *bias, void *scratch, const pte_conv2d *p);
void pte_conv2d_rows_s8(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight, const pte_s32 *bias,
                        const pte_s32 *mult, const pte_s32 *shift, const pte_s32 *q, void *scratch,
                        const pte_conv2d *p);
void pte_conv2d_rows_s8_rne(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight,
                            const pte_s32 *bias, const pte_f32 *scale, const pte_s32 *q,
                            void *scratch, const pte_conv2d *p);
void pte_conv2d_rows_s8_fbias(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight,
                              const pte_f32 *bias, const pte_f32 *scale, const pte_s32 *q,
                              void *scratch, const pte_conv2d *p);

/* Transposed: input (y, x) reaches the outputs (y * sh - ph + ky * dh, x * sw - pw + kx * dw). In
 * `ws`, n is the step to the next output channel of a group, c to the next input channel. */
void pte_conv_transpose2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                              const pte_f32 *bias, const pte_conv2d *p);
void pte_conv_transpose2d_f64(pte_f64 *out, const pte_f64 *in, const pte_f64 *weight,
                              const pte_f64 *bias, const pte_conv2d *p);
void pte_conv_transpose2d_f16(pte_u16 *out, const pte_u16 *in, const pte_u16 *weight,
                              const pte_u16 *bias, const pte_conv2d *p);
void pte_conv_transpose2d_bf16(pte_u16 *out, const pte_u16 *in, const pte_u16 *weight,
                               const pte_u16 *bias, const pte_conv2d *p);
void pte_conv_transpose2d_s64(pte_s64 *out, const pte_s64 *in, const pte_s64 *weight,
                              const pte_s64 *bias, const pte_conv2d *p);
void pte_conv_transpose2d_s8(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight,
                             const pte_s32 *bias, const pte_s32 *mult, const pte_s32 *shift,
                             const pte_s32 *q, const pte_conv2d *p);
void pte_conv_transpose2d_s8_rne(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight,
                                 const pte_s32 *bias, const pte_f32 *scale, const pte_s32 *q,
                                 const pte_conv2d *p);
void pte_conv_transpose2d_s8_fbias(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight,
                                   const pte_f32 *bias, const pte_f32 *scale, const pte_s32 *q,
                                   const pte_conv2d *p);
void pte_conv_transpose2d_s16_fbias(pte_s16 *out, const pte_s16 *in, const pte_s8 *weight,
                                    const pte_f32 *bias, const pte_f32 *scale, const pte_s32 *q,
                                    const pte_conv2d *p);
void pte_conv_transpose2d_s16_wide_fbias(pte_s16 *out, const pte_s16 *in, const pte_s8 *weight,
                                         const pte_f32 *bias, const pte_f32 *scale,
                                         const pte_s32 *q, const pte_conv2d *p);
void pte_conv_transpose2d_s16_s8_fbias(pte_s8 *out, const pte_s16 *in, const pte_s8 *weight,
                                       const pte_f32 *bias, const pte_f32 *scale, const pte_s32 *q,
                                       const pte_conv2d *p);
void pte_conv_transpose2d_s8_twice(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight,
                                   const pte_s32 *bias, const pte_f32 *factor, const pte_s32 *q,
                                   const pte_conv2d *p);
/* Each image was quantised by itself, as for pte_conv2d_s8_batch. */
void pte_conv_transpose2d_s8_batch(pte_f32 *out, const pte_s8 *in, const pte_s8 *weight,
                                   const pte_f32 *bias, const pte_f32 *scale,
                                   const pte_f32 *image_scale, const pte_s32 *image_zero,
                                   const pte_conv2d *p);

/* out[b][i][j] = clamp(beta * c[b][i][j] + alpha * sum_k a[b][i][k] * b[b][k][j], lo, hi).
 * Every operand is addressed by (batch, row, column) strides; 0 broadcasts. c may be NULL. */
typedef struct pte_strides3 {
    int32_t b, r, c;
} pte_strides3;
typedef struct pte_gemm {
    int32_t batch, m, n, k;
    pte_strides3 as, bs, cs, os;
    float alpha, beta, lo, hi;
    int32_t block; /* pte_gemm_s8_rows: elements that share a scale; 0: all k */
} pte_gemm;
void pte_gemm_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, const pte_f32 *c,
                  const pte_gemm *p);
void pte_gemm_f64(pte_f64 *out, const pte_f64 *a, const pte_f64 *b, const pte_f64 *c,
                  const pte_gemm *p);
void pte_gemm_f16(pte_u16 *out, const pte_u16 *a, const pte_u16 *b, const pte_u16 *c,
                  const pte_gemm *p);
void pte_gemm_bf16(pte_u16 *out, const pte_u16 *a, const pte_u16 *b, const pte_u16 *c,
                   const pte_gemm *p);
/* Integers wrap around; alpha and beta are cut to integers, lo and hi are not used. */
void pte_gemm_s32(pte_s32 *out, const pte_s32 *a, const pte_s32 *b, const pte_s32 *c,
                  const pte_gemm *p);
void pte_gemm_s64(pte_s64 *out, const pte_s64 *a, const pte_s64 *b, const pte_s64 *c,
                  const pte_gemm *p);
/* acc = sum (a + q[0]) * (b + q[4]) + c; out = clamp(requant(acc, mult[0], shift[0]) + q[1], q[2],
 * q[3]); one multiplier for the whole result. */
void pte_gemm_s8(pte_s8 *out, const pte_s8 *a, const pte_s8 *b, const pte_s32 *c,
                 const pte_s32 *mult, const pte_s32 *shift, const pte_s32 *q, const pte_gemm *p);
/* acc = sum (a + q[0]) * b + c; out = clamp(rint(acc * scale[j]) + q[1], q[2], q[3]) in column j.
 */
void pte_gemm_s8_rne(pte_s8 *out, const pte_s8 *a, const pte_s8 *b, const pte_s32 *c,
                     const pte_f32 *scale, const pte_s32 *q, const pte_gemm *p);
/* acc = sum (a + q[0]) * b; out = clamp(rint(acc * scale[j] + c) + q[1], q[2], q[3]). */
void pte_gemm_s8_fbias(pte_s8 *out, const pte_s8 *a, const pte_s8 *b, const pte_f32 *c,
                       const pte_f32 *scale, const pte_s32 *q, const pte_gemm *p);
/* These three with weights of 4 bits, as pte_gemm_s4_rows() has them in a single block; a's columns
 * are adjacent, q[4] is 0. */
void pte_gemm_s4(pte_s8 *out, const pte_s8 *a, const pte_s8 *b, const pte_s32 *c,
                 const pte_s32 *mult, const pte_s32 *shift, const pte_s32 *q, const pte_gemm *p);
void pte_gemm_s4_rne(pte_s8 *out, const pte_s8 *a, const pte_s8 *b, const pte_s32 *c,
                     const pte_f32 *scale, const pte_s32 *q, const pte_gemm *p);
void pte_gemm_s4_fbias(pte_s8 *out, const pte_s8 *a, const pte_s8 *b, const pte_f32 *c,
                       const pte_f32 *scale, const pte_s32 *q, const pte_gemm *p);
/* The same of 16-bit integers: q[0] is 0, sums fit 32 bits, or with `wide` and to bytes 64. */
void pte_gemm_s16_fbias(pte_s16 *out, const pte_s16 *a, const pte_s8 *b, const pte_f32 *c,
                        const pte_f32 *scale, const pte_s32 *q, const pte_gemm *p);
void pte_gemm_s16_wide_fbias(pte_s16 *out, const pte_s16 *a, const pte_s8 *b, const pte_f32 *c,
                             const pte_f32 *scale, const pte_s32 *q, const pte_gemm *p);
void pte_gemm_s16_s8_fbias(pte_s8 *out, const pte_s16 *a, const pte_s8 *b, const pte_f32 *c,
                           const pte_f32 *scale, const pte_s32 *q, const pte_gemm *p);
/* acc = sum (a + q[0]) * (b + q[4]) + c; out = clamp(rint(acc * factor[0] * factor[1]) + q[1],
 * q[2], q[3]), each product rounded to float. */
void pte_gemm_s8_twice(pte_s8 *out, const pte_s8 *a, const pte_s8 *b, const pte_s32 *c,
                       const pte_f32 *factor, const pte_s32 *q, const pte_gemm *p);
/* out = clamp(row_scale[i] * sum_k (a[i][k] - row_zero[i]) * b[k][j] * scale[j][k / block] + c[j],
 * lo, hi): `a` was quantised row by row. Sums are integers within a block. batch, alpha and beta
 * are not used; a's columns and b's rows are adjacent. */
void pte_gemm_s8_rows(pte_f32 *out, const pte_s8 *a, const pte_s8 *b, const pte_f32 *c,
                      const pte_f32 *scale, const pte_f32 *row_scale, const pte_s32 *row_zero,
                      const pte_gemm *p);
/* The same with weights of 4 bits: in columns of k / 2 bytes, of which byte i of a block, an even
 * number of elements, has elements i and i + block / 2, the first in its lower half. */
void pte_gemm_s4_rows(pte_f32 *out, const pte_s8 *a, const pte_s8 *b, const pte_f32 *c,
                      const pte_f32 *scale, const pte_f32 *row_scale, const pte_s32 *row_zero,
                      const pte_gemm *p);

/* 2-D pooling; 1-D has h = kh = 1. divisor 0: the elements under the window, with the padding
 * (but not what lies beyond it) if count_pad. */
typedef struct pte_pool2d {
    int32_t n, c, h, w, oh, ow;
    int32_t kh, kw, sh, sw, ph, pw, dh, dw;
    pte_strides4 is, os;
    int32_t count_pad, divisor;
    float lo, hi;
} pte_pool2d;
void pte_avg_pool2d_f32(pte_f32 *out, const pte_f32 *in, const pte_pool2d *p);
void pte_avg_pool2d_f64(pte_f64 *out, const pte_f64 *in, const pte_pool2d *p);
/* The same of the only window, without padding: rows from..end-1 of it, at `in`. `sums`, one for
 * each channel, has those of the rows before; the result is there with the last row. */
void pte_avg_pool2d_f32_rows(pte_f32 *out, pte_f32 *sums, const pte_f32 *in, int32_t from,
                             int32_t end, const pte_pool2d *p);
/* Rounded towards zero; sums wrap around, lo and hi are not used. */
void pte_avg_pool2d_s64(pte_s64 *out, const pte_s64 *in, const pte_pool2d *p);
/* index, laid out as out: row * w + column of the maximum, the first of equals, the last NaN; NULL
 * if nobody asks. NaN wins. Integers do not use lo and hi. */
void pte_max_pool2d_f32(pte_f32 *out, pte_s64 *index, const pte_f32 *in, const pte_pool2d *p);
void pte_max_pool2d_f64(pte_f64 *out, pte_s64 *index, const pte_f64 *in, const pte_pool2d *p);
void pte_max_pool2d_s32(pte_s32 *out, pte_s64 *index, const pte_s32 *in, const pte_pool2d *p);
void pte_max_pool2d_s64(pte_s64 *out, pte_s64 *index, const pte_s64 *in, const pte_pool2d *p);
/* q = { zero point, from -128 to 127, and scale, from 2^-96 to 2^96 } of the program's
 * quantized_avg_pool2d. Computed in integers, with the bits of cortex_m's definition, which
 * computes in float. A window has fewer than 2^19 elements; lo and hi are not used. */
void pte_avg_pool2d_s8(pte_s8 *out, const pte_s8 *in, const pte_f32 *q, const pte_pool2d *p);
/* The same by rows, as pte_avg_pool2d_f32_rows(); `sums` have the bytes' sums, or rounded ones. */
void pte_avg_pool2d_s8_rows(pte_s8 *out, pte_s32 *sums, const pte_s8 *in, const pte_f32 *q,
                            int32_t from, int32_t end, const pte_pool2d *p);
/* q = { lowest, highest }, or NULL for no clamp. */
void pte_max_pool2d_s8(pte_s8 *out, pte_s64 *index, const pte_s8 *in, const pte_s32 *q,
                       const pte_pool2d *p);

/* Softmax over the middle axis of [outer][n][inner] elements. out may be in. */
typedef struct pte_softmax {
    int32_t outer, n, inner;
    int32_t log; /* 1: logarithm of the result */
} pte_softmax;
void pte_softmax_f32(pte_f32 *out, const pte_f32 *in, const pte_softmax *p);
void pte_softmax_f64(pte_f64 *out, const pte_f64 *in, const pte_softmax *p);

/* Attention of `rows` queries to `keys` keys: out = sum over n of w[n] * v[n] / sum of w, where
 * w[n] = exp(scale * q . k[n] + mask[n]), less the largest exponent so far. `shared` heads of
 * queries read one of keys and values. Without a mask query m stands at position *start + m among
 * the keys, which count up to the last query's, or, `causal`, its own; a start at which they do not
 * fit: PTE_INVALID_ARGUMENT, nothing is written. With a mask, all count, and start is NULL. Strides
 * are (batch, head, token); elements of a token are adjacent. */
typedef struct pte_attention {
    int32_t batch, heads, shared, rows, keys, depth;
    pte_strides4 qs, ks, vs, os;
    int32_t ms;
    int32_t causal;
    float scale;
} pte_attention;
pte_status pte_attention_f32(pte_f32 *out, const pte_f32 *q, const pte_f32 *k, const pte_f32 *v,
                             const pte_f32 *mask, const pte_s64 *start, const pte_attention *p);
pte_status pte_attention_f16(pte_f32 *out, const pte_u16 *q, const pte_u16 *k, const pte_u16 *v,
                             const pte_f32 *mask, const pte_s64 *start, const pte_attention *p);
pte_status pte_attention_bf16(pte_f32 *out, const pte_u16 *q, const pte_u16 *k, const pte_u16 *v,
                              const pte_f32 *mask, const pte_s64 *start, const pte_attention *p);
/* (q - zero) * scale, each token of each head by its own: that of element i is number i / depth. */
pte_status pte_attention_s8(pte_f32 *out, const pte_s8 *q, const pte_s8 *k, const pte_s8 *v,
                            const pte_f32 *mask, const pte_s64 *start, const pte_s8 *q_zero,
                            const pte_f32 *q_scale, const pte_s8 *k_zero, const pte_f32 *k_scale,
                            const pte_s8 *v_zero, const pte_f32 *v_scale, const pte_attention *p);

/* Rows of n elements: out = (in - mean) * rstd * weight[i] + bias[i], with rstd = 1 / sqrt(variance
 * + eps) and the variance of the whole row. weight, bias, mean and rstd may be NULL; out may be
 * in. */
typedef struct pte_layer_norm {
    int32_t outer, n;
    float eps;
} pte_layer_norm;
void pte_layer_norm_f32(pte_f32 *out, pte_f32 *mean, pte_f32 *rstd, const pte_f32 *in,
                        const pte_f32 *weight, const pte_f32 *bias, const pte_layer_norm *p);

/* Strided copy of up to 8 axes, outermost first; strides and offsets in elements. One kernel for
 * each element size in bytes; pte_fill writes *value instead and ignores the source. */
typedef struct pte_move {
    int32_t rank;
    int32_t extent[8];
    int32_t dst_offset, src_offset;
    int32_t dst_stride[8], src_stride[8];
} pte_move;
void pte_move_b1(void *out, const void *in, const pte_move *p);
void pte_move_b2(void *out, const void *in, const pte_move *p);
void pte_move_b4(void *out, const void *in, const pte_move *p);
void pte_move_b8(void *out, const void *in, const pte_move *p);
void pte_fill_b1(void *out, const void *value, const pte_move *p);
void pte_fill_b2(void *out, const void *value, const pte_move *p);
void pte_fill_b4(void *out, const void *value, const pte_move *p);
void pte_fill_b8(void *out, const void *value, const pte_move *p);

/* out[o][i][e] = in[o][index[i]][e] for `outer` slices of `rows` rows of `inner` elements; a
 * negative index counts from the end, or is out of range if `from_start`. An index out of range:
 * PTE_INVALID_ARGUMENT, out is left partly written. */
typedef struct pte_gather {
    int32_t outer, rows, count, inner;
    int32_t from_start; /* pte_gather_* only */
} pte_gather;
pte_status pte_gather_b1(void *out, const void *in, const pte_s64 *index, const pte_gather *p);
pte_status pte_gather_b2(void *out, const void *in, const pte_s64 *index, const pte_gather *p);
pte_status pte_gather_b4(void *out, const void *in, const pte_s64 *index, const pte_gather *p);
pte_status pte_gather_b8(void *out, const void *in, const pte_s64 *index, const pte_gather *p);

/* Sums, means or maxima of rows of a table: bag b has those at index[offset[b]] and so on, up to
 * the next bag's; there may be one offset more than bags, which ends the last one. Rows `padding`
 * do not count; an empty bag gives 0. Each row is multiplied by its scale, unless that is NULL.
 * Also, unless they are NULL: the bag of each index, how many rows each bag has, and which row each
 * maximum is from, the first of equals. An index or offset out of range, or offsets that do not
 * ascend from 0: PTE_INVALID_ARGUMENT, results are left partly written. */
enum { PTE_BAG_SUM, PTE_BAG_MEAN, PTE_BAG_MAX };
typedef struct pte_embedding_bag {
    int32_t rows, width, count, bags, offsets, mode, padding;
} pte_embedding_bag;
pte_status pte_embedding_bag_f32(pte_f32 *out, pte_s64 *bag, pte_s64 *size, pte_s64 *most,
                                 const pte_f32 *weight, const pte_s64 *index, const pte_s64 *offset,
                                 const pte_f32 *scale, const pte_embedding_bag *p);
pte_status pte_embedding_bag_f64(pte_f64 *out, pte_s64 *bag, pte_s64 *size, pte_s64 *most,
                                 const pte_f64 *weight, const pte_s64 *index, const pte_s64 *offset,
                                 const pte_f64 *scale, const pte_embedding_bag *p);

/* The other way round of pte_gather: out = in, then out[o][index[i]][e] = src[o][i][e], the last of
 * equal indices wins; or += src (*= src, the larger or the smaller of the two, NaN if there is
 * one), one after the other. out may be in. With an index out of range nothing is written. */
pte_status pte_scatter_b1(void *out, const void *in, const pte_s64 *index, const void *src,
                          const pte_gather *p);
pte_status pte_scatter_b2(void *out, const void *in, const pte_s64 *index, const void *src,
                          const pte_gather *p);
pte_status pte_scatter_b4(void *out, const void *in, const pte_s64 *index, const void *src,
                          const pte_gather *p);
pte_status pte_scatter_b8(void *out, const void *in, const pte_s64 *index, const void *src,
                          const pte_gather *p);
pte_status pte_scatter_add_f32(pte_f32 *out, const pte_f32 *in, const pte_s64 *index,
                               const pte_f32 *src, const pte_gather *p);
pte_status pte_scatter_add_f64(pte_f64 *out, const pte_f64 *in, const pte_s64 *index,
                               const pte_f64 *src, const pte_gather *p);
pte_status pte_scatter_add_s32(pte_s32 *out, const pte_s32 *in, const pte_s64 *index,
                               const pte_s32 *src, const pte_gather *p);
pte_status pte_scatter_add_s64(pte_s64 *out, const pte_s64 *in, const pte_s64 *index,
                               const pte_s64 *src, const pte_gather *p);
pte_status pte_scatter_mul_f32(pte_f32 *out, const pte_f32 *in, const pte_s64 *index,
                               const pte_f32 *src, const pte_gather *p);
pte_status pte_scatter_mul_f64(pte_f64 *out, const pte_f64 *in, const pte_s64 *index,
                               const pte_f64 *src, const pte_gather *p);
pte_status pte_scatter_mul_s64(pte_s64 *out, const pte_s64 *in, const pte_s64 *index,
                               const pte_s64 *src, const pte_gather *p);
pte_status pte_scatter_max_f32(pte_f32 *out, const pte_f32 *in, const pte_s64 *index,
                               const pte_f32 *src, const pte_gather *p);
pte_status pte_scatter_max_f64(pte_f64 *out, const pte_f64 *in, const pte_s64 *index,
                               const pte_f64 *src, const pte_gather *p);
pte_status pte_scatter_max_s64(pte_s64 *out, const pte_s64 *in, const pte_s64 *index,
                               const pte_s64 *src, const pte_gather *p);
pte_status pte_scatter_min_f32(pte_f32 *out, const pte_f32 *in, const pte_s64 *index,
                               const pte_f32 *src, const pte_gather *p);
pte_status pte_scatter_min_f64(pte_f64 *out, const pte_f64 *in, const pte_s64 *index,
                               const pte_f64 *src, const pte_gather *p);
pte_status pte_scatter_min_s64(pte_s64 *out, const pte_s64 *in, const pte_s64 *index,
                               const pte_s64 *src, const pte_gather *p);

/* The rows of `inner` elements, of `rows`, for which the mask is not 0, in their order. The caller
 * has counted how many they are. */
typedef struct pte_compact {
    int32_t rows, inner;
} pte_compact;
void pte_compact_b1(void *out, const pte_u8 *mask, const void *in, const pte_compact *p);
void pte_compact_b2(void *out, const pte_u8 *mask, const void *in, const pte_compact *p);
void pte_compact_b4(void *out, const pte_u8 *mask, const void *in, const pte_compact *p);
void pte_compact_b8(void *out, const pte_u8 *mask, const void *in, const pte_compact *p);

/* Where a mask of `count` elements is not 0: index `axis` of the k-th such element, in row-major
 * order, is out[k * next + axis * across]. `extent` is the mask's shape. */
typedef struct pte_nonzero {
    int32_t count, rank, next, across;
    int32_t extent[16];
} pte_nonzero;
void pte_nonzero_b1(pte_s64 *out, const pte_u8 *mask, const pte_nonzero *p);

/* Random numbers of the generator { seed, numbers drawn before }, which stays as it is. pte_rand:
 * multiples of 2^-bits from 0 to below 1, all as likely; a draw each. pte_randn: normally
 * distributed, mean 0, variance 1; a draw each, of f64 two. */
typedef struct pte_random {
    int32_t count, bits;
} pte_random;
void pte_rand_f32(pte_f32 *out, const pte_s64 *generator, const pte_random *p);
void pte_rand_f64(pte_f64 *out, const pte_s64 *generator, const pte_random *p);
void pte_randn_f32(pte_f32 *out, const pte_s64 *generator, const pte_random *p);
void pte_randn_f64(pte_f64 *out, const pte_s64 *generator, const pte_random *p);

/* The k largest (or smallest) of the n elements of the middle axis of [outer][n][inner], the
 * largest first, and where they were; equals in their order. NaN counts as larger than every
 * number. */
typedef struct pte_topk {
    int32_t outer, n, inner, k, smallest;
} pte_topk;
void pte_topk_f32(pte_f32 *values, pte_s64 *indices, const pte_f32 *in, const pte_topk *p);
void pte_topk_f64(pte_f64 *values, pte_s64 *indices, const pte_f64 *in, const pte_topk *p);
void pte_topk_s32(pte_s32 *values, pte_s64 *indices, const pte_s32 *in, const pte_topk *p);
void pte_topk_s64(pte_s64 *values, pte_s64 *indices, const pte_s64 *in, const pte_topk *p);

/* Samples of [n][c][h][w] at the positions (x, y) of grid [n][oh][ow][2], from -1 to 1 across the
 * image: between the centres of its corner elements or, without `corners`, between its edges. In
 * `gs`, c is the step from x to y. */
enum { PTE_GRID_LINEAR, PTE_GRID_NEAREST, PTE_GRID_CUBIC };
enum { PTE_PAD_ZEROS, PTE_PAD_BORDER, PTE_PAD_REFLECT };
typedef struct pte_grid_sampler2d {
    int32_t n, c, h, w, oh, ow;
    pte_strides4 is, os, gs;
    int32_t mode, padding, corners;
} pte_grid_sampler2d;
void pte_grid_sampler2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *grid,
                            const pte_grid_sampler2d *p);
void pte_grid_sampler2d_f64(pte_f64 *out, const pte_f64 *in, const pte_f64 *grid,
                            const pte_grid_sampler2d *p);

/* Rows of n elements, a power of two: out[i] = sum over j of in[j] / sqrt(n), negated where i and j
 * have an odd number of bits in common. out may be in. */
typedef struct pte_hadamard {
    int32_t outer, n;
} pte_hadamard;
void pte_hadamard_f32(pte_f32 *out, const pte_f32 *in, const pte_hadamard *p);
void pte_hadamard_f64(pte_f64 *out, const pte_f64 *in, const pte_hadamard *p);

/* The discrete Fourier transform of rows of n complex numbers, two elements each, times
 * n^(-norm/2); `inverse` turns the other way. real_in: rows have real numbers. real_out: results
 * are, since the second half of a row is the conjugate of the first, which alone is given. A row of
 * `in` has `given` numbers, one of `out` the first `kept`. root: exp(-2 pi i k / n) for each k;
 * scratch: 4 n elements. */
typedef struct pte_fft {
    int32_t outer, n, given, kept, real_in, real_out, inverse, norm;
} pte_fft;
void pte_fft_f32(pte_f32 *out, pte_f32 *scratch, const pte_f32 *in, const pte_f32 *root,
                 const pte_fft *p);
void pte_fft_f64(pte_f64 *out, pte_f64 *scratch, const pte_f64 *in, const pte_f64 *root,
                 const pte_fft *p);

/* in = u diag(s) vh for `count` matrices of m rows and n columns; s from the largest on. u has
 * `left` columns, vh `right` rows: as many as s has numbers, or m and n, all orthonormal. Which of
 * two opposite pairs of vectors it is is not said. */
typedef struct pte_svd {
    int32_t count, m, n, left, right;
} pte_svd;
void pte_svd_f32(pte_f32 *u, pte_f32 *s, pte_f32 *vh, const pte_f32 *in, const pte_svd *p);

/* The gated delta rule on a state S of k rows and v columns, `heads` times (batches and heads).
 * Each token: S *= decay, a number for each of its rows or (decays = 1) one for all; then S += key
 * (x) (value - key^T S) * beta; out = query^T S for each of the head's `group` queries. query
 * [heads][group][tokens][k], out the same with v; key [heads][tokens][k], value with v, decay with
 * `decays`, beta with 1. state may be initial. */
typedef struct pte_gated_delta_rule {
    int32_t heads, group, tokens, k, v, decays;
} pte_gated_delta_rule;
void pte_gated_delta_rule_f32(pte_f32 *out, pte_f32 *state, const pte_f32 *query,
                              const pte_f32 *key, const pte_f32 *value, const pte_f32 *decay,
                              const pte_f32 *beta, const pte_f32 *initial,
                              const pte_gated_delta_rule *p);

/* out[r][j] = sum over i of in[r / repeat][i] * weight[index[r]][j][i] * scale[index[r]][j][i /
 * block] for `rows` rows of n results of k terms. The indices are proved, since pte_topk made them.
 * Matrices of 4 bits lie two to a byte, the first in the lower half, 8 above what they mean; block
 * is even. */
typedef struct pte_expert_linear {
    int32_t rows, repeat, n, k, block;
} pte_expert_linear;
void pte_expert_linear_f32_s8(pte_f32 *out, const pte_f32 *in, const pte_s64 *index,
                              const pte_s8 *weight, const pte_f32 *scale,
                              const pte_expert_linear *p);
void pte_expert_linear_f32_s4(pte_f32 *out, const pte_f32 *in, const pte_s64 *index,
                              const pte_u8 *weight, const pte_f32 *scale,
                              const pte_expert_linear *p);

#endif
