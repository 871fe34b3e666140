/* SPDX-License-Identifier: 0BSD
 * Vectors of 32-bit sums of byte products for each instruction set under the same names: pte_w16,
 * pte_w8, pte_w4 and, for compilers or machines that have none of them, pte_w1.
 *
 *   factors(p)         the four bytes at p, for every lane
 *   weights(p)         four bytes for each lane
 *   mac(x, w, sum)     adds the products of the four bytes of each lane; sums wrap around
 *   store(out, sum, scale, range)
 *                      requantised (pte_requant_rne_s8), a byte for each lane
 *
 * PTE_FACTOR_OFFSET is what `factors` adds to every byte: one instruction wants them unsigned. */
#ifndef PTE_VEC_S8_H
#define PTE_VEC_S8_H

#include "pte_math.h"
#include "pte_vec.h"

#if PTE_LANES_F32 == 16 && defined(__AVX512VNNI__)
#define PTE_DPBUSD dpbusd_epi32
#elif PTE_LANES_F32 == 8 && defined(__AVXVNNI__)
#define PTE_DPBUSD dpbusd_avx_epi32
#endif
#ifdef PTE_DPBUSD
#define PTE_FACTOR_OFFSET 128
#else
#define PTE_FACTOR_OFFSET 0
#endif

/* What sums are clamped to before the output's zero point is added. */
typedef struct pte_range_s8 {
    float lo, hi;
    int32_t zero;
} pte_range_s8;

/* q as the scalar kernels have it. */
PTE_INLINE pte_range_s8 pte_range_of(const pte_s32 *q)
{
    const pte_range_s8 r = {(float)(q[2] - q[1]), (float)(q[3] - q[1]), q[1]};

    return r;
}

#if PTE_LANES_F32 >= 4 && defined(__SSE2__)
#define PTE_BYTES_128 (-0x7f7f7f80) /* 0x80 in each byte */

typedef struct pte_word { /* anywhere in memory */
    int32_t bits;
} __attribute__((packed, may_alias)) pte_word;

#if PTE_LANES_F32 == 16
#define W        pte_w16
#define TYPE     __m512i
#define F        pte_v16
#define MM(name) _mm512_##name
#define BITS     si512
#include "vec_s8.inc"

PTE_INLINE void pte_w16_store(pte_s8 *out, pte_w16 sum, pte_v16 scale, pte_range_s8 r)
{
    const pte_w16 v = _mm512_add_epi32(pte_w16_requantise(sum, scale, r), pte_w16_splat(r.zero));

    _mm_storeu_si128((__m128i *)(void *)out, _mm512_cvtepi32_epi8(v));
}

/* The first eight lanes. */
PTE_INLINE pte_w16 pte_w16_load_half(const void *p)
{
    return _mm512_maskz_loadu_epi32(0xff, p);
}

PTE_INLINE pte_w16_bytes pte_w16_weights_half(const pte_s8 *p)
{
    return pte_w16_open_weights(pte_w16_load_half(p));
}

PTE_INLINE pte_v16 pte_w16_scales_half(const float *p)
{
    return pte_v16_load_half(p);
}

PTE_INLINE void pte_w16_store_half(pte_s8 *out, pte_w16 sum, pte_v16 scale, pte_range_s8 r)
{
    const pte_w16 v = _mm512_add_epi32(pte_w16_requantise(sum, scale, r), pte_w16_splat(r.zero));

    _mm_storel_epi64((__m128i *)(void *)out, _mm512_cvtepi32_epi8(v));
}
#endif

#if PTE_LANES_F32 >= 8
#define W        pte_w8
#define TYPE     __m256i
#define F        pte_v8
#define MM(name) _mm256_##name
#define BITS     si256
#include "vec_s8.inc"

PTE_INLINE void pte_w8_store(pte_s8 *out, pte_w8 sum, pte_v8 scale, pte_range_s8 r)
{
    const pte_w8 v = _mm256_add_epi32(pte_w8_requantise(sum, scale, r), pte_w8_splat(r.zero));
    const __m128i w = _mm_packs_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));

    _mm_storel_epi64((__m128i *)(void *)out, _mm_packs_epi16(w, w));
}
#endif

#define W        pte_w4
#define TYPE     __m128i
#define F        __m128
#define MM(name) _mm_##name
#define BITS     si128
#include "vec_s8.inc"

PTE_INLINE void pte_w4_store(pte_s8 *out, pte_w4 sum, __m128 scale, pte_range_s8 r)
{
    const pte_w4 v = _mm_add_epi32(pte_w4_requantise(sum, scale, r), pte_w4_splat(r.zero));
    const __m128i w = _mm_packs_epi32(v, v);

    ((pte_word *)(void *)out)->bits = _mm_cvtsi128_si32(_mm_packs_epi16(w, w));
}
#endif

#if PTE_LANES_F32 == 4 && defined(__aarch64__)
typedef int32x4_t pte_w4;
typedef int8x16_t pte_w4_bytes;

PTE_INLINE pte_w4 pte_w4_load(const pte_s32 *p)
{
    return vld1q_s32(p);
}

PTE_INLINE pte_w4_bytes pte_w4_factors(const pte_s8 *p)
{
    int32_t word;

    __builtin_memcpy(&word, p, sizeof word);
    return vreinterpretq_s8_s32(vdupq_n_s32(word));
}

PTE_INLINE pte_w4_bytes pte_w4_weights(const pte_s8 *p)
{
    return vld1q_s8(p);
}

PTE_INLINE pte_w4 pte_w4_mac(pte_w4_bytes x, pte_w4_bytes w, pte_w4 sum)
{
#ifdef __ARM_FEATURE_DOTPROD
    return vdotq_s32(sum, x, w);
#else
    const int32x4_t low = vpaddlq_s16(vmull_s8(vget_low_s8(x), vget_low_s8(w)));

    return vaddq_s32(sum, vpaddq_s32(low, vpaddlq_s16(vmull_high_s8(x, w))));
#endif
}

PTE_INLINE pte_v4 pte_w4_scales(const float *p)
{
    return vld1q_f32(p);
}

PTE_INLINE pte_w4 pte_w4_requantise(pte_w4 sum, pte_v4 scale, pte_range_s8 r)
{
    return vcvtnq_s32_f32(pte_v4_clamp(vmulq_f32(vcvtq_f32_s32(sum), scale), r.lo, r.hi));
}

PTE_INLINE void pte_w4_store(pte_s8 *out, pte_w4 sum, pte_v4 scale, pte_range_s8 r)
{
    const pte_w4 v = vaddq_s32(pte_w4_requantise(sum, scale, r), vdupq_n_s32(r.zero));
    const int16x4_t w = vmovn_s32(v);
    const int8x8_t b = vmovn_s16(vcombine_s16(w, w));

    __builtin_memcpy(out, &b, 4);
}
#endif

/* One lane: a sum that wraps around. */
typedef uint32_t pte_w1;
typedef const pte_s8 *pte_w1_bytes;

PTE_INLINE pte_w1 pte_w1_load(const pte_s32 *p)
{
    return (uint32_t)*p;
}

PTE_INLINE pte_w1_bytes pte_w1_factors(const pte_s8 *p)
{
    return p;
}

PTE_INLINE pte_w1_bytes pte_w1_weights(const pte_s8 *p)
{
    return p;
}

PTE_INLINE pte_w1 pte_w1_mac(pte_w1_bytes x, pte_w1_bytes w, pte_w1 sum)
{
    return sum + (uint32_t)(x[0] * w[0] + x[1] * w[1] + x[2] * w[2] + x[3] * w[3]);
}

PTE_INLINE float pte_w1_scales(const float *p)
{
    return *p;
}

PTE_INLINE void pte_w1_store(pte_s8 *out, pte_w1 sum, float scale, pte_range_s8 r)
{
    const int32_t v = pte_requant_rne((int32_t)sum, scale);

    *out = (int8_t)(pte_clamp_s32(v, (int32_t)r.lo, (int32_t)r.hi) + r.zero);
}

#endif
