/* SPDX-License-Identifier: 0BSD
 * What the kernels for microcontrollers compute with, in plain C and with the instructions of the
 * Arm DSP extension or Helium. Sums wrap around. */
#ifndef PTE_MCU_H
#define PTE_MCU_H

#include "pte_math.h"
#include "pte_mcu_kernels.h"

#ifndef PTE_MCU_TABLES
#define PTE_MCU_TABLES 1 /* 0: no layer has one */
#endif
#ifndef PTE_MCU_SPEED
#define PTE_MCU_SPEED 0 /* 1: faster and larger code, and layers may have weights of 16 bits */
#endif

#ifndef PTE_MCU_FOLDS
#define PTE_MCU_FOLDS PTE_MCU_SPEED /* 1: layers may have weights that are folded */
#endif

#ifndef PTE_MCU_FOUR_BITS
#define PTE_MCU_FOUR_BITS 1 /* 0: no layer has weights of 4 bits */
#endif

#ifndef PTE_MCU_ALIGNED
#define PTE_MCU_ALIGNED 0 /* 1: no load or store here that is not aligned, hence plain C */
#endif

/* Functions in assembler neither sign their return addresses nor begin with a landing pad: where
 * the compiler's own do, there is plain C, unless -DPTE_MCU_PROTECTED=0 says that none need. */
#ifndef PTE_MCU_PROTECTED
#if defined(__ARM_FEATURE_PAC_DEFAULT) || defined(__ARM_FEATURE_BTI_DEFAULT)
#define PTE_MCU_PROTECTED 1
#else
#define PTE_MCU_PROTECTED 0
#endif
#endif

#if defined(__GNUC__) && defined(__ARM_FEATURE_DSP) && defined(__thumb2__) && !PTE_BIG_ENDIAN &&   \
    !PTE_MCU_ALIGNED && !PTE_MCU_PROTECTED
#ifdef __ARM_FEATURE_UNALIGNED
#define PTE_MCU_DSP 1
#else /* clang's default for a processor without an operating system */
#pragma message("ptec's kernels do without the DSP extension, nearly three times as slow: add "    \
                "-munaligned-access, or -DPTE_MCU_ALIGNED=1 if no access may be unaligned")
#endif
#endif
#ifndef PTE_MCU_DSP
#define PTE_MCU_DSP 0
#endif
#if PTE_MCU_DSP && defined(__ARM_FP) && (__ARM_FP & 4)
#define PTE_MCU_FPU 1 /* of floats, beside the DSP extension */
#else
#define PTE_MCU_FPU 0
#endif
#if PTE_MCU_DSP && defined(__ARM_FEATURE_MVE) && __ARM_FEATURE_MVE == 3 && defined(__ARM_FP)
#define PTE_MCU_MVE 1 /* Helium, with floats */
#include <arm_mve.h>
#else
#define PTE_MCU_MVE 0
#endif

#if defined(__GNUC__) && defined(__thumb__) && !defined(__thumb2__) && defined(__ARM_ARCH) &&      \
    __ARM_ARCH >= 6 && !PTE_BIG_ENDIAN
#define PTE_MCU_THUMB1 1 /* Cortex-M0, M0+, M1, M23 */
#else
#define PTE_MCU_THUMB1 0
#endif

#if PTE_MCU_THUMB1
/* gcc expects the older syntax in such functions, and clang knows but the new one. */
#ifdef __clang__
#define PTE_MCU_UNIFIED(text) text
#else
#define PTE_MCU_UNIFIED(text) ".syntax unified\n\t" text ".syntax divided"
#endif
#endif

/* Are the factors of positions that lie side by side brought together without a look at windows? */
#define PTE_MCU_WIDENS_EACH (PTE_MCU_MVE || (PTE_MCU_SPEED && PTE_MCU_DSP))

/* Positions whose factors are brought together; from the sums of one to those of the next;
 * channels of a depthwise convolution that are summed together. */
enum { PTE_MCU_POSITIONS = PTE_MCU_MVE ? 4 : 3, PTE_MCU_CHANNELS = 16, PTE_MCU_BLOCK = 32 };

/* The n factors of a position, a multiple of 4, beside those of the others: bytes 0 and 2, then 1
 * and 3 of each four as pairs of 16 bits, a pair of each position; with Helium as bytes, 16 of each
 * position, what is behind them left as it is. */
void pte_mcu_widen(pte_s16 *to, const pte_s8 *from, int32_t n);

/* Where they are of position i in group g. */
PTE_INLINE pte_s16 *pte_mcu_pairs(pte_s16 *pairs, int32_t n, int32_t g, int32_t i)
{
#if PTE_MCU_MVE
    return pairs + (ptrdiff_t)g * 2 * ((n + 15) & -16) + (ptrdiff_t)8 * i;
#else
    return pairs + (ptrdiff_t)g * PTE_MCU_POSITIONS * n + (ptrdiff_t)2 * i;
#endif
}

/* The sums of so many units of two channels at all positions of such factors, and at one of bytes:
 * of n products, a multiple of 4, and what the sums start with. They return where w goes on:
 * pte_mcu_conv2d_s8(). */
const pte_s8 *pte_mcu_dot(uint32_t *sum, const pte_s16 *x, const pte_s8 *w, int32_t n,
                          int32_t units);
const pte_s8 *pte_mcu_dot1(uint32_t *sum, const pte_s8 *x, const pte_s8 *w, int32_t n,
                           int32_t units);
/* The second of these, of weights that are folded: pte_mcu_conv2d_s8(). */
const pte_s8 *pte_mcu_dot1_folded(uint32_t *sum, const pte_s8 *x, const pte_s8 *w, int32_t n,
                                  int32_t units);
/* The same two, of weights of 4 bits; 16 times a sum fits 32 bits. */
const pte_s8 *pte_mcu_dot_s4(uint32_t *sum, const pte_s16 *x, const pte_s8 *w, int32_t n,
                             int32_t units);
const pte_s8 *pte_mcu_dot1_s4(uint32_t *sum, const pte_s8 *x, const pte_s8 *w, int32_t n,
                              int32_t units);
/* The first of these, of weights that are halves. */
const pte_s8 *pte_mcu_dot_halves(uint32_t *sum, const pte_s16 *x, const pte_s8 *w, int32_t n,
                                 int32_t units);

#if PTE_MCU_MVE
/* In which order the factors lie in vectors: 0 2 1 3, 4 6 5 7, ..., for weights of 4 bits as they
 * come. */
PTE_INLINE uint8x16_t pte_mcu_order(int32_t four_bits)
{
    if (four_bits)
        return vidupq_n_u8(0, 1);
    return vreinterpretq_u8_u32(vaddq_n_u32(vmulq_n_u32(vidupq_n_u32(0, 1), 0x4040404), 0x3010200));
}
#endif

/* The sums up to `last` of as many channels, a multiple of 4: of taps `behind` tap[0], ..., up to
 * `end`, an even number; twice that many, plus `missing`, is a multiple of 5.
 * w: pte_mcu_dwconv2d_s8() */
typedef struct pte_mcu_taps {
    const pte_s8 *const *tap;
    const uint32_t *last;
    const pte_s8 *const *end;
#if PTE_MCU_SPEED
    int32_t missing;
#endif
} pte_mcu_taps;
void pte_mcu_sum_taps(uint32_t *sum, ptrdiff_t behind, const pte_s8 *w, const pte_mcu_taps *t);
/* The same of weights that are halves. */
void pte_mcu_sum_taps_halves(uint32_t *sum, ptrdiff_t behind, const pte_s8 *w,
                             const pte_mcu_taps *t);

/* Where the results of each position go, their zero point, where the weights end. Positions that
 * are missing are the last one, whose results come later. */
typedef struct pte_mcu_tile {
    pte_s8 *out[PTE_MCU_POSITIONS];
    int32_t zero;
    const pte_s8 *end;
} pte_mcu_tile;
/* Results of weights that are halves, with the numbers of each two channels behind theirs. */
void pte_mcu_fused(const pte_mcu_tile *t, const pte_s16 *x, const pte_s8 *w, int32_t n);
/* The same, faster, if the zero point is -128. */
void pte_mcu_fused_rectified(const pte_mcu_tile *t, const pte_s16 *x, const pte_s8 *w, int32_t n);

/* Where the next four results go; from the end of their weights to the next four's, and from
 * channel to channel; where the weights end. */
typedef struct pte_mcu_line {
    pte_s8 *out;
    int32_t zero, next, step;
    const pte_s8 *end;
} pte_mcu_line;
/* The same of a depthwise convolution: t->last is not read. */
void pte_mcu_fused_taps(pte_mcu_line *line, ptrdiff_t behind, const pte_s8 *w,
                        const pte_mcu_taps *t);
void pte_mcu_fused_taps_rectified(pte_mcu_line *line, ptrdiff_t behind, const pte_s8 *w,
                                  const pte_mcu_taps *t);

/* What results are clamped to, their zero point, and whether all shifts go right; 2: and whatever
 * pte_mcu_fused() and pte_mcu_fused_taps() want. */
typedef struct pte_mcu_range {
    int32_t lo, hi, zero, quick;
} pte_mcu_range;

#if PTE_MCU_DSP
typedef struct pte_mcu_word { /* wherever it is */
    uint32_t v;
} __attribute__((packed, may_alias)) pte_mcu_word;

PTE_INLINE uint32_t pte_mcu_load4(const pte_s8 *from)
{
    return ((const pte_mcu_word *)(const void *)from)->v;
}

#if !PTE_MCU_MVE
/* Four factors, where pte_mcu_widen() puts them. */
PTE_INLINE void pte_mcu_widen_word(pte_u32 *pair, uint32_t four)
{
    __asm__("sxtb16 %0, %1" : "=r"(pair[0]) : "r"(four));
    __asm__("sxtb16 %0, %1, ror #8" : "=r"(pair[PTE_MCU_POSITIONS]) : "r"(four));
}
#endif

/* a * b / 2^32, to the nearest, halves up */
PTE_INLINE int32_t pte_mcu_mulr(int32_t a, int32_t b)
{
    __asm__("smmulr %0, %1, %2" : "=r"(a) : "r"(a), "r"(b));
    return a;
}

/* a / 2^n, to the nearest, halves up, and c added; n: 1 to 31, |a|: below 2^31 - 1 */
PTE_INLINE int32_t pte_mcu_shift(int32_t a, uint32_t n, int32_t c)
{
    __asm__("asrs %0, %0, %1\n\t" /* the last bit that leaves is the carry */
            "adc %0, %0, %2"
            : "+&r"(a)
            : "r"(n), "r"(c)
            : "cc");
    return a;
}

/* Four results in the bytes of a word. */
PTE_INLINE uint32_t pte_mcu_clamp(int32_t a, int32_t b, int32_t c, int32_t d,
                                  const pte_mcu_range *r)
{
    const uint32_t all = PTE_MCU_MVE ? 0x1010101u : 1;
    const uint32_t lo = (uint32_t)(r->lo & (PTE_MCU_MVE ? 255 : -1)) * all;
    const uint32_t hi = (uint32_t)(r->hi & (PTE_MCU_MVE ? 255 : -1)) * all;
    uint32_t t;

    __asm__("ssat %0, #8, %1\n\t"
            "ssat %2, #8, %2\n\t"
            "ssat %3, #8, %3\n\t"
            "ssat %4, #8, %4\n\t"
            "bfi %0, %2, #8, #8\n\t"
            "bfi %0, %3, #16, #8\n\t"
            "bfi %0, %4, #24, #8"
            : "=&r"(t), "+r"(a), "+r"(b), "+r"(c), "+r"(d));
    __asm__("ssub8 %1, %0, %2\n\t"
            "sel %0, %0, %2\n\t"
            "ssub8 %1, %3, %0\n\t"
            "sel %0, %0, %3"
            : "+r"(t), "=&r"(a)
            : "r"(lo), "r"(hi));
    return t;
}

/* lo and hi as pte_mcu_clamp() wants them */
PTE_INLINE int32_t pte_mcu_bound(int32_t v)
{
    return PTE_MCU_MVE ? v : (int32_t)((uint32_t)(v & 255) * 0x1010101u);
}

PTE_INLINE void pte_mcu_store4(pte_s8 *to, uint32_t v)
{
    ((pte_mcu_word *)(void *)to)->v = v;
}

/* Four results, stored. */
PTE_INLINE void pte_mcu_store_clamped(pte_s8 *to, int32_t a, int32_t b, int32_t c, int32_t d,
                                      const pte_mcu_range *r)
{
    pte_mcu_store4(to, pte_mcu_clamp(a, b, c, d, r));
}
#else
#if PTE_MCU_THUMB1
/* By halves, since these processors multiply no longer numbers: no sum here exceeds 32 bits. */
PTE_INLINE int32_t pte_mcu_mulr(int32_t a, int32_t b)
{
    const uint32_t low_a = (uint32_t)a & 0xFFFF, low_b = (uint32_t)b & 0xFFFF;
    const int32_t middle = (a >> 16) * (int32_t)low_b + (int32_t)(low_a * low_b >> 16);
    const int32_t other = (int32_t)low_a * (b >> 16) + (middle & 0xFFFF);

    return (a >> 16) * (b >> 16) + (middle >> 16) + (((other >> 15) + 1) >> 1);
}
#else
PTE_INLINE int32_t pte_mcu_mulr(int32_t a, int32_t b)
{
    return (int32_t)(((int64_t)a * b + (INT64_C(1) << 31)) >> 32);
}
#endif

PTE_INLINE int32_t pte_mcu_shift(int32_t a, uint32_t n, int32_t c)
{
    return (((a >> (n - 1)) + 1) >> 1) + c;
}

PTE_INLINE uint32_t pte_mcu_clamp(int32_t a, int32_t b, int32_t c, int32_t d,
                                  const pte_mcu_range *r)
{
    const uint32_t low = (uint32_t)(pte_clamp_s32(a, r->lo, r->hi) & 255) |
                         (uint32_t)(pte_clamp_s32(b, r->lo, r->hi) & 255) << 8;

    return low | (uint32_t)(pte_clamp_s32(c, r->lo, r->hi) & 255) << 16 |
           (uint32_t)pte_clamp_s32(d, r->lo, r->hi) << 24;
}

PTE_INLINE int32_t pte_mcu_bound(int32_t v)
{
    return v;
}

PTE_INLINE void pte_mcu_store4(pte_s8 *to, uint32_t v)
{
    for (int i = 0; i < 4; i++, v >>= 8)
        to[i] = (pte_s8)v;
}

PTE_INLINE void pte_mcu_store_clamped(pte_s8 *to, int32_t a, int32_t b, int32_t c, int32_t d,
                                      const pte_mcu_range *r)
{
    to[0] = (pte_s8)pte_clamp_s32(a, r->lo, r->hi);
    to[1] = (pte_s8)pte_clamp_s32(b, r->lo, r->hi);
    to[2] = (pte_s8)pte_clamp_s32(c, r->lo, r->hi);
    to[3] = (pte_s8)pte_clamp_s32(d, r->lo, r->hi);
}
#endif

/* pte_rint_within_f32(x, lo, hi) of integers, by the rounding mode if that is one instruction. */
PTE_INLINE int32_t pte_mcu_rint_within(float x, int32_t lo, int32_t hi)
{
#if PTE_MCU_FPU
    union {
        float f;
        int32_t i;
    } v;

    __asm__("vcvtr.s32.f32 %0, %1" : "=t"(v.f) : "t"(x));
    return pte_clamp_s32(v.i, lo, hi);
#else
    return pte_rint_within_f32(x, (float)lo, (float)hi);
#endif
}

#if PTE_MCU_SPEED
/* Of twice a sum. */
PTE_INLINE pte_s8 pte_mcu_result(uint32_t sum, int32_t mult, int32_t shift, int32_t zero)
{
    const int32_t v = pte_mcu_mulr((int32_t)sum, mult);

    return (pte_s8)pte_clamp_s32(pte_mcu_shift(v + (v >> 31), (uint32_t)shift, zero), -128, 127);
}
#endif

void pte_mcu_fill(pte_s8 *to, int32_t byte, int32_t n);

/* The table among a layer's weights, or NULL. */
PTE_INLINE const pte_u8 *pte_mcu_table(const pte_s32 *q)
{
    const int there = PTE_MCU_TABLES && (q[5] & PTE_MCU_TABLE) != 0;

    return there ? (const pte_u8 *)(q + PTE_MCU_QUANT) : NULL;
}

PTE_INLINE const pte_s8 *pte_mcu_filters(const pte_s32 *q)
{
    const pte_s8 *filters = (const pte_s8 *)(q + PTE_MCU_QUANT);

    if (pte_mcu_table(q))
        filters += PTE_MCU_TABLE_BYTES;
    return filters;
}

/* n results in place */
PTE_INLINE void pte_mcu_look_up(pte_s8 *out, const pte_u8 *table, int32_t n)
{
#if PTE_MCU_MVE
    pte_u8 *to = (pte_u8 *)out;

    for (; n > 0; n -= 16, to += 16) {
        const mve_pred16_t left = vctp8q((uint32_t)n);

        vstrbq_p_u8(to, vldrbq_gather_offset_u8(table, vldrbq_z_u8(to, left)), left);
    }
#else
    for (int32_t i = 0; i < n; i++)
        out[i] = (pte_s8)table[(pte_u8)out[i]];
#endif
}

PTE_INLINE pte_mcu_range pte_mcu_range_of(const pte_s32 *q)
{
    return (pte_mcu_range){pte_mcu_bound(q[2]), pte_mcu_bound(q[3]), q[1], q[4]};
}

#endif
