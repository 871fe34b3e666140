/* SPDX-License-Identifier: 0BSD
 * Bytes of pte_vec_s8.h for WebAssembly's vectors, whose instructions are nearly those of SSE2:
 * vec_s8.inc finds them under the names that x86 gives them. */
#ifndef PTE_VEC_S8_WASM_H
#define PTE_VEC_S8_WASM_H

#define pte_wasm_loadu_si128  wasm_v128_load
#define pte_wasm_storeu_si128 wasm_v128_store
#define pte_wasm_set1_epi8    wasm_i8x16_splat
#define pte_wasm_set1_epi16   wasm_i16x8_splat
#define pte_wasm_set1_epi32   wasm_i32x4_splat
#define pte_wasm_add_epi8     wasm_i8x16_add
#define pte_wasm_adds_epi16   wasm_i16x8_add_sat
#define pte_wasm_add_epi32    wasm_i32x4_add
#define pte_wasm_madd_epi16   wasm_i32x4_dot_i16x8
#define pte_wasm_slli_epi16   wasm_i16x8_shl
#define pte_wasm_srai_epi16   wasm_i16x8_shr
#define pte_wasm_min_epu8     wasm_u8x16_min
#define pte_wasm_packs_epi32  wasm_i16x8_narrow_i32x4
#define pte_wasm_packus_epi16 wasm_u8x16_narrow_i16x8
#define pte_wasm_unpacklo_epi8(a, b)                                                               \
    wasm_i8x16_shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define pte_wasm_unpackhi_epi8(a, b)                                                               \
    wasm_i8x16_shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define pte_wasm_unpacklo_epi16(a, b) wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define pte_wasm_unpackhi_epi16(a, b) wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define pte_wasm_unpacklo_epi32(a, b) wasm_i32x4_shuffle(a, b, 0, 4, 1, 5)
#define pte_wasm_unpackhi_epi32(a, b) wasm_i32x4_shuffle(a, b, 2, 6, 3, 7)
#define pte_wasm_loadu_ps             pte_v4_load
#define pte_wasm_add_ps               pte_v4_add
#define pte_wasm_mul_ps(a, b)         ((a) * (b))
#define pte_wasm_cvtepi32_ps(v)       ((pte_v4)wasm_f32x4_convert_i32x4(v))

/* To the nearest integer, by a sum that has no digits behind the point. It is too large for a byte
 * if x is: a sum below 2^23 could look like any integer. The instruction for all integers becomes
 * many on x86-64. */
PTE_INLINE v128_t pte_wasm_cvtps_epi32(pte_v4 x)
{
    const v128_t sum = (v128_t)(x + 0x1.8p23f), least = wasm_i32x4_splat(0x4b000000);

    return wasm_i32x4_sub(wasm_i32x4_max(sum, least), wasm_i32x4_splat(0x4b400000));
}

#define W        pte_w4
#define TYPE     v128_t
#define F        pte_v4
#define MM(name) pte_wasm_##name
#define BITS     si128
#include "vec_s8.inc"

PTE_INLINE void pte_w4_store(pte_s8 *out, ptrdiff_t row, int32_t rows, int32_t n, pte_w4 a,
                             pte_w4 b, pte_w4 c, pte_w4 d, pte_w4_range r)
{
    const pte_w4 v = pte_w4_narrow(a, b, c, d, r);

    (void)n;
    wasm_v128_store64_lane(out, v, 0);
    if (rows == 2)
        wasm_v128_store64_lane(out + row, v, 1);
}

PTE_INLINE void pte_w4_put_threes(pte_s8 *to, pte_w4 v)
{
    wasm_v128_store(to,
                    wasm_i8x16_shuffle(v, v, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 3, 3, 3));
}

/* Four or eight bytes as often as they fit; sums of neighbours: pte_grouped_s8.h. */
PTE_INLINE pte_w4 pte_w4_spread_4(const pte_s8 *p)
{
    return wasm_v128_load32_splat(p);
}
PTE_INLINE pte_w4 pte_w4_spread_8(const pte_s8 *p)
{
    return wasm_v128_load64_splat(p);
}
PTE_INLINE pte_w4 pte_w4_pairs(pte_w4 a, pte_w4 b)
{
    return wasm_i32x4_add(wasm_i32x4_shuffle(a, b, 0, 2, 4, 6),
                          wasm_i32x4_shuffle(a, b, 1, 3, 5, 7));
}

#endif
