/* SPDX-License-Identifier: 0BSD
 * Kernels in vectors. The results lie channels last (os.c = 1) and without gaps between rows
 * (os.h = ow * os.w). Weights are packed when the model is compiled, the same for every instruction
 * set. Each kernel has a PTE_LABEL here and starts with PTE_CALL_BEST: pte_dispatch.h. */
#ifndef PTE_VEC_KERNELS_H
#define PTE_VEC_KERNELS_H

#include "pte_dispatch.h"
#include "pte_kernels.h"

/* What the kernels have room for. */
enum {
    PTE_VEC_TAPS = 256,  /* of a window; of a picture's channels, taps of all of them */
    PTE_VEC_QUADS = 128, /* of rows of a window, by which depthwise bytes are multiplied */
    PTE_VEC_ROW_BYTES = 32 * 1024, /* of a window of bytes, each pixel in whole fours */
    PTE_VEC_GROUPED_BLOCK = 16,    /* filters that are read together: of groups, whole ones */
    PTE_VEC_GROUPED_KERNEL = 11,   /* taps of a row or column of grouped windows */
    PTE_VEC_GROUPED_STRIDE = 4,
};

/* out = gate(clamp(convolution + bias + add, lo, hi)). The input lies channels last, or channels
 * first with is.w = 1.
 * weight: for each group the panels of pte_tile_f32.h, their rows in the order [kh][kw][c], for an
 *         input with its channels first [c][kh][kw]; then kw * c / groups zeros
 * bias:   pte_packed_columns(oc / groups) for each group
 * add:    laid out as out, and may be out; NULL: none */
PTE_BY_WIDTH void pte_vec_conv2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                                     const pte_f32 *bias, const pte_f32 *add, const pte_conv2d *p)
    PTE_LABEL(pte_vec_conv2d_f32);

/* The same for groups of 4, 8 or 16 channels with as many filters (oc = c), dilation 1; input and
 * result channels last.
 * weight: [group][kh][kw][c / groups / 4][oc / groups][4 channels], and zeros up to 16 filters
 * bias:   [oc] */
PTE_BY_WIDTH void pte_vec_grouped2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                                        const pte_f32 *bias, const pte_f32 *add,
                                        const pte_conv2d *p) PTE_LABEL(pte_vec_grouped2d_f32);

/* The same for one filter a channel (oc = c = groups); input and result channels last.
 * weight: [kh][kw][c]; bias: [c] */
PTE_BY_WIDTH void pte_vec_dwconv2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                                       const pte_f32 *bias, const pte_f32 *add, const pte_conv2d *p)
    PTE_LABEL(pte_vec_dwconv2d_f32);

/* out = clamp(a b + bias + add, lo, hi) of matrices: b [k][n] packed like the weights of a 1x1
 * convolution, one for the whole batch; alpha and beta are in weight and bias. as.c = os.c = 1,
 * add laid out as out; bs, cs are not used. */
PTE_BY_WIDTH void pte_vec_gemm_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *weight,
                                   const pte_f32 *bias, const pte_f32 *add, const pte_gemm *p)
    PTE_LABEL(pte_vec_gemm_f32);

/* Quantised bytes, with the bits of pte_conv2d_s8_rne or pte_conv2d_s8_fbias. weight: for each
 * group the panels of pte_tile_s8.h, each with the runs of the sum in turn: of pixels in the order
 * [kh][kw], of c bytes; if the channels come first or are fewer than 4, of rows of the window, of
 * kw * c bytes, the channels of a pixel side by side (an image of one column counts as one row);
 * then input zero points, kw * c / groups of them and at least 4. bias: pte_packed_columns(oc /
 * groups) for each group, with what the zero points of the input add; then all of them for an input
 * to which 128 was added; then 1 if the weights have an extreme pair, two bytes of -128 and two
 * bytes apart in the four of a column and step, else 0. scale: pte_packed_columns(oc / groups) for
 * each group; for ..._fbias as many numbers more that are added to the scaled sums, rounded before.
 * Whatever the bytes are, results are within 32 bits. table: 256 bytes, in which each byte of the
 * result is looked up; or NULL */
void pte_vec_conv2d_s8_rne(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight, const pte_s32 *bias,
                           const pte_f32 *scale, const pte_s32 *q, const pte_u8 *table,
                           const pte_conv2d *p) PTE_LABEL(pte_vec_conv2d_s8_rne);
void pte_vec_conv2d_s8_fbias(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight,
                             const pte_s32 *bias, const pte_f32 *scale, const pte_s32 *q,
                             const pte_u8 *table, const pte_conv2d *p)
    PTE_LABEL(pte_vec_conv2d_s8_fbias);
void pte_vec_gemm_s8_rne(pte_s8 *out, const pte_s8 *a, const pte_s8 *weight, const pte_s32 *bias,
                         const pte_f32 *scale, const pte_s32 *q, const pte_u8 *table,
                         const pte_gemm *p) PTE_LABEL(pte_vec_gemm_s8_rne);
void pte_vec_gemm_s8_fbias(pte_s8 *out, const pte_s8 *a, const pte_s8 *weight, const pte_s32 *bias,
                           const pte_f32 *scale, const pte_s32 *q, const pte_u8 *table,
                           const pte_gemm *p) PTE_LABEL(pte_vec_gemm_s8_fbias);

/* The same for groups of 4 or 8, else as those of floats. Channels and filters go by blocks of 16.
 * weight: for each block [kh][kw][16][c / groups], zeros for filters that do not exist; then 16
 *         input zero points. bias, scale: as above, of the filters of all blocks; table: as above
 */
void pte_vec_grouped2d_s8_rne(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight,
                              const pte_s32 *bias, const pte_f32 *scale, const pte_s32 *q,
                              const pte_u8 *table, const pte_conv2d *p)
    PTE_LABEL(pte_vec_grouped2d_s8_rne);
void pte_vec_grouped2d_s8_fbias(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight,
                                const pte_s32 *bias, const pte_f32 *scale, const pte_s32 *q,
                                const pte_u8 *table, const pte_conv2d *p)
    PTE_LABEL(pte_vec_grouped2d_s8_fbias);

/* Depthwise: channels are packed in blocks of 64, the rest as one of 16, 32 or 64. A block has
 * `lanes` = 4, 2 or 1 vectors of 16 bytes; channel 16 i + 4 j + k of it is its (4 (j lanes + i) +
 * k)-th. Channels whose number divides 64 are repeated to as many, for the pixels of 64 bytes.
 * weight: [(kh + 3) / 4][kw][packed channels][4 rows of the window]; then input zero points, c of
 * them and at least 64. bias, scale: as above, of the packed channels; table: as above.
 */
void pte_vec_dwconv2d_s8_rne(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight,
                             const pte_s32 *bias, const pte_f32 *scale, const pte_s32 *q,
                             const pte_u8 *table, const pte_conv2d *p)
    PTE_LABEL(pte_vec_dwconv2d_s8_rne);
void pte_vec_dwconv2d_s8_fbias(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight,
                               const pte_s32 *bias, const pte_f32 *scale, const pte_s32 *q,
                               const pte_u8 *table, const pte_conv2d *p)
    PTE_LABEL(pte_vec_dwconv2d_s8_fbias);

/* out[i] = table[in[i]] of n bytes, signed or not; out may be in. table: 256 */
typedef struct pte_table {
    int32_t n;
} pte_table;
void pte_vec_table_b1(void *out, const void *in, const pte_u8 *table, const pte_table *p)
    PTE_LABEL(pte_vec_table_b1);

/* Vectors in the block of the next channels, of which so many are left. */
PTE_INLINE int32_t pte_packed_lanes(int32_t left)
{
    return left > 32 ? 4 : left > 16 ? 2 : 1;
}

/* Are all channels packed several times? */
PTE_INLINE int pte_repeats(int32_t channels)
{
    return channels < 64 && 64 % channels == 0;
}

PTE_INLINE int32_t pte_packed_channels(int32_t channels)
{
    const int32_t rest = channels % 64;

    if (pte_repeats(channels))
        return 64;
    return channels - rest + (rest ? 16 * pte_packed_lanes(rest) : 0);
}

/* A product of matrices is a 1x1 convolution, each row a position. */
PTE_INLINE void pte_conv_of_gemm(pte_conv2d *conv, const pte_gemm *p)
{
    *conv = (pte_conv2d){.n = p->batch,
                         .c = p->k,
                         .h = 1,
                         .w = p->m,
                         .oc = p->n,
                         .oh = 1,
                         .ow = p->m,
                         .kh = 1,
                         .kw = 1,
                         .sh = 1,
                         .sw = 1,
                         .dh = 1,
                         .dw = 1,
                         .groups = 1,
                         .is = {.n = p->as.b, .c = 1, .w = p->as.r},
                         .os = {.n = p->os.b, .c = 1, .w = p->os.r},
                         .lo = p->lo,
                         .hi = p->hi};
}

/* out = clamp(alpha a b, lo, hi) of matrices that the program computes. as.c = os.c = 1; c is NULL.
 */
PTE_BY_WIDTH void pte_vec_matmul_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b,
                                     const pte_f32 *c, const pte_gemm *p)
    PTE_LABEL(pte_vec_matmul_f32);

/* Softmax over rows: inner = 1. out may be in. */
PTE_BY_WIDTH void pte_vec_softmax_f32(pte_f32 *out, const pte_f32 *in, const pte_softmax *p)
    PTE_LABEL(pte_vec_softmax_f32);

/* As the portable kernels, to the bit; channels are neighbours (is.c = os.c = 1), index is NULL. */
PTE_BY_WIDTH void pte_vec_max_pool2d_f32(pte_f32 *out, pte_s64 *index, const pte_f32 *in,
                                         const pte_pool2d *p) PTE_LABEL(pte_vec_max_pool2d_f32);
PTE_BY_WIDTH void pte_vec_max_pool2d_s8(pte_s8 *out, pte_s64 *index, const pte_s8 *in,
                                        const pte_s32 *q, const pte_pool2d *p)
    PTE_LABEL(pte_vec_max_pool2d_s8);
PTE_BY_WIDTH void pte_vec_avg_pool2d_f32(pte_f32 *out, const pte_f32 *in, const pte_pool2d *p)
    PTE_LABEL(pte_vec_avg_pool2d_f32);
PTE_BY_WIDTH void pte_vec_avg_pool2d_s8(pte_s8 *out, const pte_s8 *in, const pte_f32 *q,
                                        const pte_pool2d *p) PTE_LABEL(pte_vec_avg_pool2d_s8);

/* As the portable kernels. Where 16 bytes and more are one run in both tensors, or as many rows and
 * columns of one are columns and rows of the other, they go in vectors. */
PTE_BY_WIDTH void pte_vec_move_b1(void *out, const void *in, const pte_move *p)
    PTE_LABEL(pte_vec_move_b1);
PTE_BY_WIDTH void pte_vec_move_b4(void *out, const void *in, const pte_move *p)
    PTE_LABEL(pte_vec_move_b4);

/* As pte_layer_norm_f32. */
PTE_BY_WIDTH void pte_vec_layer_norm_f32(pte_f32 *out, pte_f32 *mean, pte_f32 *rstd,
                                         const pte_f32 *in, const pte_f32 *weight,
                                         const pte_f32 *bias, const pte_layer_norm *p)
    PTE_LABEL(pte_vec_layer_norm_f32);

#endif
