/* SPDX-License-Identifier: 0BSD
 * Convolution of quantised bytes in groups of 4 or 8 channels with as many filters: what its
 * vectors are made of. A block is 16 channels, those of whole groups. A vector has the bytes of a
 * group's pixel as often as it has filters of the group, so that all its products count; the sums
 * of 4 bytes that belong to one filter are neighbours and are added at the end. */
#ifndef PTE_GROUPED_S8_H
#define PTE_GROUPED_S8_H

#include "pte_vec_s8.h"

enum {
    GROUPED_S8_BLOCK = PTE_VEC_GROUPED_BLOCK, /* channels */
    GROUPED_S8_ROOM = 1536,                   /* pixels that are copied at a time */
    GROUPED_S8_BESIDE = 32,                   /* and those behind them that may be read */
    GROUPED_PIXELS = GROUPED_S8_ROOM + GROUPED_S8_BESIDE,
    GROUPED_PART =
        GROUPED_PIXELS * GROUPED_S8_BLOCK, /* bytes to the second part of a copied pixel */
};

/* Positions whose sums are added to at once. */
#define GROUPED_POSITIONS(size) (PTE_LANES_S8 == 16 ? 8 : PTE_LANES_S8 * 2 / (size))

/* Filters of all blocks. */
PTE_INLINE int32_t pte_grouped_filters(int32_t channels)
{
    return (channels + GROUPED_S8_BLOCK - 1) / GROUPED_S8_BLOCK * GROUPED_S8_BLOCK;
}

/* spread_N(p): the N bytes of a group, or of the groups of a vector's filters, for each of its
 * filters. pairs(a, b): the sums of neighbours, those of a before those of b. */
#if PTE_LANES_S8 == 16
#define GROUPED_V pte_w16
PTE_INLINE pte_w16 pte_w16_spread_4(const pte_s8 *p)
{
    const __m512i each = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);

    return _mm512_permutexvar_epi32(each, _mm512_castsi128_si512(pte_w4_load(p)));
}
PTE_INLINE pte_w16 pte_w16_spread_8(const pte_s8 *p)
{
    return _mm512_broadcastq_epi64(_mm_loadl_epi64((const __m128i *)(const void *)p));
}
PTE_INLINE pte_w16 pte_w16_pairs(pte_w16 a, pte_w16 b)
{
    const __m512i even =
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i odd = _mm512_add_epi32(even, _mm512_set1_epi32(1));

    return _mm512_add_epi32(_mm512_permutex2var_epi32(a, even, b),
                            _mm512_permutex2var_epi32(a, odd, b));
}
#elif PTE_RVV
#define GROUPED_V pte_w8 /* pte_vec_s8_rvv.h */
#elif PTE_WASM
#define GROUPED_V pte_w4 /* pte_vec_s8_wasm.h */
#elif PTE_LANES_S8 == 8
#define GROUPED_V pte_w8
PTE_INLINE pte_w8 pte_w8_spread_4(const pte_s8 *p)
{
    const __m256i each = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1);
    const __m128i two = _mm_loadl_epi64((const __m128i *)(const void *)p);

    return _mm256_permutevar8x32_epi32(_mm256_castsi128_si256(two), each);
}
PTE_INLINE pte_w8 pte_w8_spread_8(const pte_s8 *p)
{
    return _mm256_broadcastq_epi64(_mm_loadl_epi64((const __m128i *)(const void *)p));
}
PTE_INLINE pte_w8 pte_w8_pairs(pte_w8 a, pte_w8 b)
{
    return _mm256_permute4x64_epi64(_mm256_hadd_epi32(a, b), 0xd8);
}
#elif PTE_LANES_S8 == 4 && defined(__SSE2__)
#define GROUPED_V pte_w4
PTE_INLINE pte_w4 pte_w4_spread_4(const pte_s8 *p)
{
    return pte_w4_splat(((const pte_word *)(const void *)p)->bits);
}
PTE_INLINE pte_w4 pte_w4_spread_8(const pte_s8 *p)
{
    const __m128i two = _mm_loadl_epi64((const __m128i *)(const void *)p);

    return _mm_unpacklo_epi64(two, two);
}
PTE_INLINE pte_w4 pte_w4_pairs(pte_w4 a, pte_w4 b)
{
    const __m128 x = _mm_castsi128_ps(a), y = _mm_castsi128_ps(b);

    return _mm_add_epi32(_mm_castps_si128(_mm_shuffle_ps(x, y, 0x88)),
                         _mm_castps_si128(_mm_shuffle_ps(x, y, 0xdd)));
}
#elif PTE_LANES_S8 == 4
#define GROUPED_V pte_w4
PTE_INLINE pte_w4 pte_w4_spread_4(const pte_s8 *p)
{
    return vreinterpretq_s32_u32(vdupq_n_u32(pte_w4_word_at(p)));
}
PTE_INLINE pte_w4 pte_w4_spread_8(const pte_s8 *p)
{
    const int8x8_t two = vld1_s8(p);

    return vreinterpretq_s32_s8(vcombine_s8(two, two));
}
PTE_INLINE pte_w4 pte_w4_pairs(pte_w4 a, pte_w4 b)
{
    return vpaddq_s32(a, b);
}
#endif

/* Of the bytes that put() wrote. */
#if defined(PTE_DPBUSD) || !(defined(__SSE2__) || PTE_WASM)
#define GROUPED_PARTS 1
#else
#define GROUPED_PARTS 2
#endif

#endif
