/* SPDX-License-Identifier: 0BSD
 * Kernels of bytes for microcontrollers: plain C, with the Arm DSP extension where the compiler's
 * target has it. Constants are packed when the model is compiled, the same for every target.
 * Tensors lie channels last (is.c = os.c = 1); the result may lie over the input as for
 * pte_conv2d_rows_s8. Results have the bits of the portable kernels of the same suffix. */
#ifndef PTE_MCU_KERNELS_H
#define PTE_MCU_KERNELS_H

#include "pte_kernels.h"

/* weight:  for each group, channels two by two, the last one alone with zeros:
 *            for each two what their sums start with, the input's zero point worked in; and for
 *              each four bytes of the sum, in the order [kh][kw][c] and zeros behind it,
 *              a0 b0 a2 b2 a1 b1 a3 b3
 *            then for each four the multipliers and the shifts; for _rne the scales; for _fbias
 *              the scales and the biases
 *          and 24 bytes behind all
 * q:       the input's and the output's zero point, lowest, highest; for _s8 1 if all shifts are
 *          2^(32 - n), to shift right by n; 0 if they are as in pte_conv2d_s8
 *          and 1 if channels have numbers of their own, 0 if there are only the first four
 * scratch: pte_mcu_conv_scratch() bytes */
void pte_mcu_conv2d_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                       const pte_s32 *q, const pte_conv2d *p);
void pte_mcu_conv2d_s8_rne(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                           const pte_s32 *q, const pte_conv2d *p);
void pte_mcu_conv2d_s8_fbias(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                             const pte_s32 *q, const pte_conv2d *p);

/* One filter a channel (oc = c = groups). weight: the same in one group, four by four; for each two
 * taps t and u of the window, the last one with zeros, a_t b_t a_u b_u c_t d_t c_u d_u
 * scratch: pte_mcu_dwconv_scratch() bytes */
void pte_mcu_dwconv2d_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                         const pte_s32 *q, const pte_conv2d *p);
void pte_mcu_dwconv2d_s8_rne(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                             const pte_s32 *q, const pte_conv2d *p);
void pte_mcu_dwconv2d_s8_fbias(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                               const pte_s32 *q, const pte_conv2d *p);

/* ---- Scratch, in bytes, for kernels and compiler ------------------------------------------ */

PTE_INLINE int64_t pte_mcu_round_up(int64_t n, int64_t power_of_two)
{
    return (n + power_of_two - 1) & -power_of_two;
}

/* Rows of the padded image that a window covers, each of `pixel` bytes a position. */
PTE_INLINE int64_t pte_mcu_rows_bytes(const pte_conv2d *p, int32_t pixel)
{
    const int64_t width = (int64_t)(p->ow - 1) * p->sw + (int64_t)(p->kw - 1) * p->dw + 1;

    return pte_mcu_round_up(((int64_t)(p->kh - 1) * p->dh + 1) * width * pixel, 4);
}

/* Is each position of the input read by itself, where it lies? */
PTE_INLINE int pte_mcu_reads_directly(const pte_conv2d *p)
{
    return p->kh * p->kw == 1 && p->ph == 0 && p->pw == 0;
}

/* A sum's bytes, for each group. */
PTE_INLINE int64_t pte_mcu_depth(const pte_conv2d *p)
{
    return pte_mcu_round_up((int64_t)(p->c / p->groups) * p->kh * p->kw, 4);
}

/* Four sums' in 16 bits, or in vectors of 16 bytes. */
PTE_INLINE int64_t pte_mcu_pairs_bytes(const pte_conv2d *p)
{
    return 8 * pte_mcu_round_up(pte_mcu_depth(p), 8) * p->groups;
}

/* Those of a sum if they do not lie together, of four sums in 16 bits, the rows. */
PTE_INLINE int64_t pte_mcu_conv_scratch(const pte_conv2d *p)
{
    const int64_t depth = pte_mcu_depth(p), positions = (int64_t)p->n * p->oh * p->ow;
    const int together = p->groups == 1 && p->kh * p->kw == 1 && p->c % 4 == 0;

    return (together ? 0 : depth) + (positions < 4 ? 0 : pte_mcu_pairs_bytes(p)) +
           (pte_mcu_reads_directly(p) ? 0 : pte_mcu_rows_bytes(p, p->c));
}

/* Sums of the channels, places of the taps, the rows. */
PTE_INLINE int64_t pte_mcu_dwconv_scratch(const pte_conv2d *p)
{
    const int64_t pixel = pte_mcu_round_up(p->c, 4);

    return 4 * pixel + 4 * pte_mcu_round_up((int64_t)p->kh * p->kw, 2) +
           pte_mcu_rows_bytes(p, (int32_t)pixel);
}

#endif
