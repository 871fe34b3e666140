/* SPDX-License-Identifier: 0BSD
 * Kernels for microcontrollers: small parameters, all constants of a step in one place, packed when
 * the model is compiled, the same for every target. Those of bytes are plain C, with the Arm DSP
 * extension where the compiler's target has it.
 * Tensors lie channels last, without gaps. Results have the bits of the portable kernels of the
 * same suffix.
 * The result may lie over the input: starting before it or with it, if each position ends where no
 * later position's window has begun; behind it, if each begins where those of all earlier ones have
 * ended. A
 * convolution of fewer positions than PTE_MCU_FEW may not. */
#ifndef PTE_MCU_KERNELS_H
#define PTE_MCU_KERNELS_H

#include "pte_kernels.h"

/* The fields of pte_conv2d that such tensors need. */
typedef struct pte_mcu_conv2d {
    pte_u16 n, c, h, w, oc, oh, ow, groups;
    pte_u8 kh, kw, sh, sw, ph, pw, dh, dw;
} pte_mcu_conv2d;

/* Of n positions the c channels of each by a matrix: a convolution with windows of one position, a
 * product of matrices. */
typedef struct pte_mcu_dense {
    pte_u16 n, c, oc;
} pte_mcu_dense;

/* What a layer's weights start with: words; bits of the last one; bytes of a table behind them. */
enum {
    PTE_MCU_QUANT = 6,
    PTE_MCU_OWN = 1,
    PTE_MCU_FIT = 1,
    PTE_MCU_TABLE = 2,
    PTE_MCU_WIDE = 4,
    PTE_MCU_FOLDED = 8,
    PTE_MCU_SWAPPED = 16,
    PTE_MCU_NIBBLES = 32,
    PTE_MCU_TABLE_BYTES = 256
};

/* weight:  PTE_MCU_QUANT words:
 *            the input's and the output's zero point, lowest, highest
 *            for _s8 1 if all shifts go right, by 1 to 31, and sums are below 2^30, 2 if weights
 *              and what sums start with are also twice as large, and the multipliers and then the
 *              shifts of each two channels are words behind their weights; 0 if they are as in
 *              pte_conv2d_s8
 *            PTE_MCU_OWN if channels have numbers of their own: else there are the first four;
 *              PTE_MCU_TABLE if there is a table; PTE_MCU_WIDE if weights are halves,
 *              PTE_MCU_FOLDED if they are folded, with PTE_MCU_SWAPPED or without it: only code
 *              that is compiled with -DPTE_MCU_SPEED=1 reads them, for those that are folded
 *              -DPTE_MCU_FOLDS=1 is enough; PTE_MCU_NIBBLES if weights have 4 bits
 *          then that, in which the bytes of the result are looked up
 *          then for each group, channels two by two, the last one alone with zeros:
 *            for each two what their sums start with, the input's zero point worked in; and for
 *              each four bytes of the sum, in the order [kh][kw][c] and zeros behind it,
 *              a0 b0 a2 b2 a1 b1 a3 b3; of halves, four numbers, a0 a2 b0 b2 a1 a3 b1 b3;
 *              folded, a + 256 b as two bytes instead of a and b, and what sums start with alike;
 *              swapped, b is the first channel and a the second one; of 4 bits, four bytes, in
 *              which a0 to a3 are the upper halves and b0 to b3 the lower ones
 *            then for each four the multipliers and, in bytes, the shifts; for _rne the scales; for
 *              _fbias the scales and the biases
 *          and 24 bytes behind all
 * scratch: pte_mcu_conv_scratch() bytes */
void pte_mcu_conv2d_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                       const pte_mcu_conv2d *p);
void pte_mcu_conv2d_s8_rne(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                           const pte_mcu_conv2d *p);
void pte_mcu_conv2d_s8_fbias(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                             const pte_mcu_conv2d *p);

/* The same of such positions. */
void pte_mcu_dense_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                      const pte_mcu_dense *p);
void pte_mcu_dense_s8_rne(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                          const pte_mcu_dense *p);
void pte_mcu_dense_s8_fbias(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                            const pte_mcu_dense *p);

/* One filter a channel (oc = c = groups), of at most PTE_MCU_TAPS taps.
 * weight:  the same in one group, four by four; for each two taps t and u of the window, the last
 *          one with zeros, a_t b_t a_u b_u c_t d_t c_u d_u; of halves a_t a_u b_t b_u ...;
 *          among the first words PTE_MCU_FIT if no channel has two such weights of -128: two
 *          products, added, are in 16 bits; and no sum leaves 32 bits
 * scratch: pte_mcu_dwconv_scratch() bytes */
void pte_mcu_dwconv2d_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                         const pte_mcu_conv2d *p);
void pte_mcu_dwconv2d_s8_rne(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                             const pte_mcu_conv2d *p);
void pte_mcu_dwconv2d_s8_fbias(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                               const pte_mcu_conv2d *p);

/* The same by windows of 3 x 3 that move on by one, of channels by fours whose results have all
 * values of a byte: only code that is compiled with -DPTE_MCU_SPEED=1 has it, for weights of which
 * the first words say 2 and PTE_MCU_WIDE. weight:  for each channel, twice as large, what its sum
 * starts with and for each row of the window the halves a b b c; its multiplier and its shift as
 * words scratch: pte_mcu_planes_scratch() bytes; the result may lie over the input just as said
 * above */
void pte_mcu_dwconv3x3_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                          const pte_mcu_conv2d *p);

/* For processors with Helium, results that have all values of a byte, shifts as the first words say
 * by 1.
 * In one group, an even number of channels.
 * weight:  for each two channels, of sixteen bytes of the sum in turn those of the one and of the
 *          other, zeros behind the last ones; then as words what their sums start with, the
 *          multipliers, the shifts as in pte_conv2d_s8
 * scratch: pte_mcu_lanes_scratch() bytes */
void pte_mcu_lanes_conv2d_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                             const pte_mcu_conv2d *p);
/* Of 3 x 3 taps, of 3 channels or of sixteens, at most PTE_MCU_MOST_BLOCKS; fours of columns of the
 * result; steps of 1 or 2 to the next one.
 * weight:  the same, but of a row of the window the three taps of sixteen channels, then of the
 *          next sixteen; or of 3 channels the nine bytes of a row and zeros behind them
 * scratch: pte_mcu_bands_scratch() bytes */
enum { PTE_MCU_MOST_BLOCKS = 16 };
void pte_mcu_lanes_conv3x3_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                              const pte_mcu_conv2d *p);
/* One filter of 3 x 3 taps a channel, of which there are 8, or sixteens; steps of 1 or 2 to the
 * next column; of 1 and to an even number of them if there are 8.
 * weight:  for each sixteen channels the bytes of a tap, of the next one, ...; words of what sums
 *          start with and multipliers, of the channels 0 4 8 12 1 5 9 13 2 ...; the shifts as
 *          bytes; if there are 8, twice
 * scratch: pte_mcu_bands_scratch() bytes */
void pte_mcu_lanes_dwconv3x3_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in,
                                const pte_s8 *weight, const pte_mcu_conv2d *p);

/* Floats, whose bits are those of pte_conv2d_f32 and, where the result lies over the input,
 * pte_conv2d_rows_f32.
 * weight: lo, hi; a bias for each channel; filters in the order [oc][kh][kw][c / groups], or, one a
 *         channel (oc = c = groups > 1), [kh][kw][oc] */
void pte_mcu_conv2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                        const pte_mcu_conv2d *p);
void pte_mcu_conv2d_rows_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight, void *scratch,
                             const pte_mcu_conv2d *p);
void pte_mcu_dense_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                       const pte_mcu_dense *p);

/* The bits of pte_conv2d_s16_fbias() and pte_gemm_s16_fbias(), of one group.
 * weight: q; a scale for each channel; a bias for each; filters, bytes in the order [oc][kh][kw][c]
 */
void pte_mcu_conv2d_s16_fbias(pte_s16 *out, const pte_s16 *in, const pte_s8 *weight,
                              const pte_mcu_conv2d *p);
void pte_mcu_dense_s16_fbias(pte_s16 *out, const pte_s16 *in, const pte_s8 *weight,
                             const pte_mcu_dense *p);

/* The bits of pte_gemm_s4_rows(). */
void pte_mcu_gemm_s4_rows(pte_f32 *out, const pte_s8 *a, const pte_s8 *b, const pte_f32 *c,
                          const pte_f32 *scale, const pte_f32 *row_scale, const pte_s32 *row_zero,
                          const pte_gemm *p);

/* The sum of each two of n bytes: (x[i] * a + y[i] * b + start) >> shift, then clamped to lo..hi.
 * The sum does not leave 32 bits, a and b do not 24. The result may lie over x or y, if it starts
 * with it. */
typedef struct pte_mcu_add {
    int32_t n, a, b, start;
    pte_s8 shift, lo, hi;
} pte_mcu_add;
void pte_mcu_add_s8(pte_s8 *out, const pte_s8 *x, const pte_s8 *y, const pte_mcu_add *p);

/* Of n floats the bytes clamp(rint(x[i] * inverse) + zero), -128 for NaN; of n bytes the floats
 * (x[i] - zero) * scale. The zero point is an integer below 2^21 in magnitude, the scales are
 * between 1e-12 and 1e12. The result may lie over x where element by element, first to last, none
 * is overwritten before it is read. */
typedef struct pte_mcu_elements {
    int32_t n;
} pte_mcu_elements;
void pte_mcu_quantize_s8(pte_s8 *out, const pte_f32 *x, const pte_f32 *inverse, const pte_f32 *zero,
                         const pte_mcu_elements *p);
void pte_mcu_dequantize_s8(pte_f32 *out, const pte_s8 *x, const pte_s32 *zero, const pte_f32 *scale,
                           const pte_mcu_elements *p);

/* The bits of pte_avg_pool2d_s8(). Channels are neighbours, their number a multiple of 4. */
void pte_mcu_avg_pool2d_s8(pte_s8 *out, const pte_s8 *in, const pte_f32 *q, const pte_pool2d *p);

/* The same where each picture has one window, of so many positions that are neighbours, its first
 * ones; pictures are `image` elements apart. */
typedef struct pte_mcu_mean {
    int32_t n, positions, c, image;
} pte_mcu_mean;
void pte_mcu_mean_s8(pte_s8 *out, const pte_s8 *in, const pte_f32 *q, const pte_mcu_mean *p);
/* Of an odd number of positions, at most PTE_MCU_MEAN: q does not change such an average. */
enum { PTE_MCU_MEAN = 179 };
void pte_mcu_mean_odd_s8(pte_s8 *out, const pte_s8 *in, const pte_f32 *q, const pte_mcu_mean *p);

/* ---- Scratch, in bytes, for kernels and compiler ------------------------------------------ */

PTE_INLINE int64_t pte_mcu_round_up(int64_t n, int64_t power_of_two)
{
    return (n + power_of_two - 1) & -power_of_two;
}

/* Taps of a depthwise convolution's window, at most; and with how many positions a convolution's
 * factors are brought together. */
enum { PTE_MCU_TAPS = 49, PTE_MCU_FEW = 3 };

/* As windows of one position, side by side. */
PTE_INLINE pte_mcu_conv2d pte_mcu_windows(const pte_mcu_dense *p)
{
    return (pte_mcu_conv2d){.n = 1,
                            .c = p->c,
                            .h = 1,
                            .w = p->n,
                            .oc = p->oc,
                            .oh = 1,
                            .ow = p->n,
                            .groups = 1,
                            .kh = 1,
                            .kw = 1,
                            .sh = 1,
                            .sw = 1,
                            .dh = 1,
                            .dw = 1};
}

/* A sum's bytes, for each group. */
PTE_INLINE int64_t pte_mcu_depth(const pte_mcu_conv2d *p)
{
    return pte_mcu_round_up((int64_t)(p->c / p->groups) * p->kh * p->kw, 4);
}

PTE_INLINE int pte_mcu_is_pointwise(const pte_mcu_conv2d *p)
{
    return p->kh * p->kw == 1 && p->ph == 0 && p->pw == 0;
}

/* Are the bytes of a sum read where they lie? */
PTE_INLINE int pte_mcu_stays(const pte_mcu_conv2d *p)
{
    return pte_mcu_is_pointwise(p) && p->c / p->groups % 4 == 0;
}

PTE_INLINE int pte_mcu_takes_pairs(const pte_mcu_conv2d *p)
{
    return (int64_t)p->n * p->oh * p->ow >= PTE_MCU_FEW;
}

/* The factors of three positions in 16 bits, or of four in vectors of 16 bytes. */
PTE_INLINE int64_t pte_mcu_pairs_bytes(const pte_mcu_conv2d *p)
{
    const int64_t three = 6 * pte_mcu_depth(p), four = 4 * pte_mcu_round_up(pte_mcu_depth(p), 16);

    return (three > four ? three : four) * p->groups;
}

/* The bytes of a sum if they do not lie together, the factors of a few. */
PTE_INLINE int64_t pte_mcu_conv_scratch(const pte_mcu_conv2d *p)
{
    return (pte_mcu_stays(p) ? 0 : pte_mcu_depth(p)) +
           (pte_mcu_takes_pairs(p) ? pte_mcu_pairs_bytes(p) : 0);
}

/* The window if its channels are not read by fours; else a tap outside of the picture. */
PTE_INLINE int64_t pte_mcu_dwconv_scratch(const pte_mcu_conv2d *p)
{
    if (p->c % 4)
        return p->kh * p->kw * pte_mcu_round_up(p->c, 4);
    return pte_mcu_is_pointwise(p) ? 0 : p->c;
}

/* The factors in a row of pte_mcu_dwconv3x3_s8() of one channel; three such rows of all channels,
 * as halves; bytes of a channel's weights. */
enum { PTE_MCU_PLANE_WEIGHTS = 36 };

PTE_INLINE int32_t pte_mcu_plane(const pte_mcu_conv2d *p)
{
    return (p->ow + 3) / 2 * 2;
}

PTE_INLINE int64_t pte_mcu_planes_scratch(const pte_mcu_conv2d *p)
{
    return (int64_t)3 * 2 * p->c * pte_mcu_plane(p);
}

/* The factors of four positions by sixteens, and their windows. */
PTE_INLINE int64_t pte_mcu_lanes_scratch(const pte_mcu_conv2d *p)
{
    const int stays = pte_mcu_is_pointwise(p) && p->sh * p->sw == 1;

    return 4 * pte_mcu_round_up(pte_mcu_depth(p), 16) + (stays ? 0 : 4) * pte_mcu_depth(p);
}

/* Of the input's columns those that windows read, and those outside of it; bytes of the weights of
 * sixteen channels. */
enum { PTE_MCU_LANES_WEIGHTS = 288 };

PTE_INLINE int32_t pte_mcu_columns(const pte_mcu_conv2d *p)
{
    return (p->ow - 1) * p->sw + 3;
}

/* The bytes of a row of sixteen channels, or of 3 and what is read behind them. */
PTE_INLINE int32_t pte_mcu_band_bytes(const pte_mcu_conv2d *p)
{
    return p->c == 3 ? 3 * pte_mcu_columns(p) + 16 : 16 * pte_mcu_columns(p);
}

PTE_INLINE int64_t pte_mcu_bands_scratch(const pte_mcu_conv2d *p)
{
    return pte_mcu_round_up(p->c, 16) / 16 * 3 * pte_mcu_band_bytes(p);
}

#endif
