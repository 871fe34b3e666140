/* SPDX-License-Identifier: 0BSD
 * Vectors of 32-bit sums of byte products for each instruction set under the same names: pte_w16,
 * pte_w8, pte_w4 and, for compilers or machines that have none of them, pte_w1.
 *
 *   factors(p)         the four bytes at p, for every lane; if PTE_COPIES_FACTORS, those which
 *                      pte_copy_factors wrote
 *   weights(p)         four bytes for each lane
 *   put(to, part, v), take(p, part)
 *                      keep four bytes for each lane as factors, at `to` and, if they have become
 *                      more, `part` bytes further
 *   mac(x, w, sum)     adds the products of the four bytes of each lane; sums wrap around
 *   lane_factors(p), mac_lane(x, w, sum, i)
 *                      the factors of PTE_BY_LANE_S8 steps, if that is defined; mac with those of
 *                      step i
 *   low_words(a, b), high_words(a, b)
 *                      four bytes for each lane, two from a and two from b: what `put` takes
 *   put_rows(to, a, b, c, d)
 *                      where PTE_PUTS_ROWS: four vectors of such words side by side, the bytes of
 *                      each from the four rows
 *   put_pixels(to, a, b, c, d, n)
 *                      where PTE_PUTS_PIXELS: 16 pixels of n = 2 to 4 bytes, from as many vectors
 *   put_threes(to, v)  elsewhere: the first three bytes of each four; 4 more may be written behind
 *   dot(x, w, sum)     the same of what `take` returns
 *   next_four(&p, step)
 *                      where PTE_TAKES_FOUR: what `take` returns of four vectors side by side; the
 *                      pointer moves on by `step`
 *   requantise(sum, scale), requantise_add(sum, scale, offset)
 *                      of results within 32 bits
 *   store(out, row, rows, n, a, b, c, d, range)
 *                      together pte_requant_rne_s8 or pte_requant_fbias_s8: rows of n bytes from
 *                      requantised sums. 4 rows a, b, c and d; 2 rows of a, b and of c, d; or 1 of
 *                      a, b, c in turn
 *
 * Where PTE_BY_PAIR_S8, a vector of sums may be of two columns of one row, then of another:
 *   pair_words(to, p)  for each two of the eight words at p a vector that has them for both rows
 *   pair_factors(p, q), pair_word(p, q)
 *                      eight bytes of either row; four, and then zeros
 *   pair_low_rows(a, b), pair_high_rows(a, b)
 *                      the first or last eight bytes of each, from lane_factors of either row
 *   pair_weights(to, panel, row, n, runs)
 *                      weights of eight columns: for each two steps four vectors, of two columns
 *                      each, as pair_mac takes them
 *   pair_mac(x, w, sum)  adds the products of eight bytes of either row and column
 *   pair_store(out, row, rows, a, b, c, d, range)
 *                      as `store`, of 8 columns, of both rows or the first one alone
 *
 * Where PTE_ADDS_IN_16, mac_lane adds two products in 16 bits, which are too few if the weights
 * have an extreme pair: pte_vec_kernels.h.
 *
 * PTE_FACTOR_OFFSET is what is added to every byte of factors: one instruction wants them
 * unsigned. Zen adds it to each when it is read, beside its products; other processors would
 * multiply less meanwhile, so there it is added by a copy. */
#ifndef PTE_VEC_S8_H
#define PTE_VEC_S8_H

#include "pte_math.h"
#include "pte_vec.h"
#include "pte_vec_kernels.h"
#include "pte_window.h"

#if PTE_LANES_S8 == 16 && defined(__AVX512VNNI__)
#define PTE_DPBUSD dpbusd_epi32
#elif PTE_LANES_S8 == 8 && defined(__AVXVNNI__)
#define PTE_DPBUSD dpbusd_avx_epi32
#endif
#ifdef PTE_DPBUSD
#define PTE_FACTOR_OFFSET (-128) /* or 128, which is the same in 8 bits */
#else
#define PTE_FACTOR_OFFSET 0
#endif
#define PTE_BYTES_128 (-0x7f7f7f80)             /* 0x80 in each byte */
#if defined(PTE_DPBUSD) && !defined(__CLZERO__) /* which only Zen has */
#define PTE_COPIES_FACTORS 1
#else
#define PTE_COPIES_FACTORS 0
#endif

/* Rounds a product before it is added to, whatever -ffp-contract says. */
#if defined(__GNUC__) && defined(__AVX512F__)
#define PTE_ROUND_VEC(x) PTE_HOLD(x)
#elif PTE_RVV || defined(__wasm_relaxed_simd__) /* there is no name for the registers */
#define PTE_ROUND_VEC(x) __asm__("" : "+m"(x))
#else
#define PTE_ROUND_VEC(x) PTE_ROUND_F32(x)
#endif

/* A byte of a requantised sum is lo + the sum + base, kept within 0 and span: base is 0 where a
 * layer ends in relu. */
typedef struct pte_range_s8 {
    int32_t base, span, lo;
} pte_range_s8;

/* q as the scalar kernels have it. */
PTE_INLINE pte_range_s8 pte_range_of(const pte_s32 *q)
{
    const int32_t lo = pte_least(q[2], q[3]);

    return (pte_range_s8){q[1] - lo, q[3] - lo, lo};
}

#if PTE_LANES_S8 >= 4 && (defined(__SSE2__) || PTE_WASM)
typedef struct pte_word { /* anywhere in memory */
    int32_t bits;
} __attribute__((packed, may_alias)) pte_word;
#endif

#if PTE_LANES_S8 >= 4 && defined(__SSE2__)
#define PTE_FIRST(MASK, n) ((MASK)((MASK)-1 >> (8 * sizeof(MASK) - (size_t)(n))))

#define W        pte_w4
#define TYPE     __m128i
#define F        __m128
#define MM(name) _mm_##name
#define BITS     si128
#define MASK     uint16_t
#include "vec_s8.inc"

PTE_INLINE void pte_w4_store(pte_s8 *out, ptrdiff_t row, int32_t rows, int32_t n, pte_w4 a,
                             pte_w4 b, pte_w4 c, pte_w4 d, pte_w4_range r)
{
    const pte_w4 v = pte_w4_narrow(a, b, c, d, r);

    (void)n;
    _mm_storel_epi64((__m128i *)(void *)out, v);
    if (rows == 2)
        _mm_storel_epi64((__m128i *)(void *)(out + row), _mm_unpackhi_epi64(v, v));
}

PTE_INLINE void pte_w4_put_threes(pte_s8 *to, pte_w4 v)
{
#ifdef __SSSE3__
    const __m128i kept = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 3, 3, 3);

    _mm_storeu_si128((__m128i *)(void *)to, _mm_shuffle_epi8(v, kept));
#else
    const __m128i low = _mm_and_si128(v, _mm_set1_epi64x(0xffffff));
    const __m128i high = _mm_and_si128(_mm_srli_epi64(v, 8), _mm_set1_epi64x(0xffffff000000));
    const __m128i both = _mm_or_si128(low, high);

    _mm_storel_epi64((__m128i *)(void *)to, both);
    _mm_storel_epi64((__m128i *)(void *)(to + 6), _mm_unpackhi_epi64(both, both));
#endif
}

#if PTE_LANES_S8 == 16
#define W        pte_w16
#define TYPE     __m512i
#define F        pte_v16
#define MM(name) _mm512_##name
#define BITS     si512
#define MASK     uint64_t
#include "vec_s8.inc"

PTE_INLINE void pte_w16_store(pte_s8 *out, ptrdiff_t row, int32_t rows, int32_t n, pte_w16 a,
                              pte_w16 b, pte_w16 c, pte_w16 d, pte_w16_range r)
{
    const pte_w16 order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    const pte_w16 v = _mm512_permutexvar_epi32(order, pte_w16_narrow(a, b, c, d, r));
    const uint64_t some = PTE_FIRST(uint64_t, n);

    if (rows == 1) {
        _mm512_mask_storeu_epi8(out, some, v);
    } else if (rows * n == 64 && row == n) {
        _mm512_storeu_si512(out, v);
    } else if (rows == 2) {
        _mm256_mask_storeu_epi8(out, (uint32_t)some, _mm512_castsi512_si256(v));
        _mm256_mask_storeu_epi8(out + row, (uint32_t)some, _mm512_extracti64x4_epi64(v, 1));
    } else {
        _mm_mask_storeu_epi8(out, (uint16_t)some, _mm512_castsi512_si128(v));
        _mm_mask_storeu_epi8(out + row, (uint16_t)some, _mm512_extracti32x4_epi32(v, 1));
        _mm_mask_storeu_epi8(out + 2 * row, (uint16_t)some, _mm512_extracti32x4_epi32(v, 2));
        _mm_mask_storeu_epi8(out + 3 * row, (uint16_t)some, _mm512_extracti32x4_epi32(v, 3));
    }
}

/* The first lanes of which `some` has bits. */
PTE_INLINE pte_w16 pte_w16_load_some(const void *p, uint16_t some)
{
    return _mm512_maskz_loadu_epi32(some, p);
}

PTE_INLINE pte_w16_bytes pte_w16_weights_some(const pte_s8 *p, uint16_t some)
{
    return pte_w16_open_weights(pte_w16_load_some(p, some));
}

PTE_INLINE pte_v16 pte_w16_scales_some(const float *p, uint16_t some)
{
    return pte_v16_load_some(p, some);
}
#endif

#if PTE_LANES_S8 >= 8 && defined(__SSE2__)
#define W        pte_w8
#define TYPE     __m256i
#define F        pte_v8
#define MM(name) _mm256_##name
#define BITS     si256
#define MASK     uint32_t
#include "vec_s8.inc"

PTE_INLINE void pte_w8_store(pte_s8 *out, ptrdiff_t row, int32_t rows, int32_t n, pte_w8 a,
                             pte_w8 b, pte_w8 c, pte_w8 d, pte_w8_range r)
{
    const pte_w8 order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    const pte_w8 v = _mm256_permutevar8x32_epi32(pte_w8_narrow(a, b, c, d, r), order);
    const __m128i low = _mm256_castsi256_si128(v), high = _mm256_extracti128_si256(v, 1);

    if (n == 8)
        _mm_storel_epi64((__m128i *)(void *)out, low);
    else
        _mm_storeu_si128((__m128i *)(void *)out, low);
    if (n == 24)
        _mm_storel_epi64((__m128i *)(void *)(out + 16), high);
    if (rows == 2)
        _mm_storeu_si128((__m128i *)(void *)(out + row), high);
    if (rows == 4) {
        _mm_storel_epi64((__m128i *)(void *)(out + row), _mm_unpackhi_epi64(low, low));
        _mm_storel_epi64((__m128i *)(void *)(out + 2 * row), high);
        _mm_storel_epi64((__m128i *)(void *)(out + 3 * row), _mm_unpackhi_epi64(high, high));
    }
}
#endif

#endif

#if PTE_LANES_S8 == 4 && defined(__aarch64__)
#include "vec_s8_neon.inc"
#ifdef __ARM_FEATURE_MATMUL_INT8
#include "vec_s8_i8mm.inc"
#endif
#elif PTE_RVV
#include "pte_vec_s8_rvv.h"
#elif PTE_WASM
#include "pte_vec_s8_wasm.h"
#endif
#ifndef PTE_TAKES_FOUR
#define PTE_TAKES_FOUR 0
#endif
#ifndef PTE_PUTS_ROWS
#define PTE_PUTS_ROWS 0
#endif
#ifndef PTE_PUTS_PIXELS
#define PTE_PUTS_PIXELS 0
#endif
#ifndef PTE_ADDS_IN_16
#define PTE_ADDS_IN_16 0
#endif

PTE_INLINE void pte_copy_factor(pte_s8 *to, const pte_s8 *from)
{
    *to = (pte_s8)(*from ^ (PTE_COPIES_FACTORS ? PTE_FACTOR_OFFSET : 0));
}

/* n bytes as factors; up to 63 more may be written behind them. */
PTE_INLINE void pte_copy_factors(pte_s8 *restrict to, const pte_s8 *restrict from, int32_t n)
{
#if PTE_LANES_S8 == 16
    const pte_w16 offset = _mm512_set1_epi8(PTE_COPIES_FACTORS ? PTE_FACTOR_OFFSET : 0);

    for (int32_t i = 0; i < n; i += 64) {
        const pte_w16 v = pte_w16_load_bytes(from + i, n - i < 64 ? n - i : 64);

        _mm512_storeu_si512(to + i, v ^ offset); /* a masked one would not be forwarded */
    }
#else
    for (int32_t i = 0; i < n; i++)
        pte_copy_factor(to + i, from + i);
#endif
}

/* One lane: a sum that wraps around. */
typedef uint32_t pte_w1;
typedef float pte_w1_floats;
typedef const pte_s8 *pte_w1_bytes, *pte_w1_word;
typedef pte_range_s8 pte_w1_range;

PTE_INLINE pte_w1_range pte_w1_range_of(pte_range_s8 r)
{
    return r;
}

PTE_INLINE pte_w1 pte_w1_load(const pte_s32 *p)
{
    return (uint32_t)*p;
}

PTE_INLINE pte_w1_word pte_w1_factors(const pte_s8 *p)
{
    return p;
}

PTE_INLINE pte_w1_bytes pte_w1_weights(const pte_s8 *p)
{
    return p;
}

PTE_INLINE pte_w1 pte_w1_mac(pte_w1_word x, pte_w1_bytes w, pte_w1 sum)
{
    return sum + (uint32_t)(x[0] * w[0] + x[1] * w[1] + x[2] * w[2] + x[3] * w[3]);
}

PTE_INLINE float pte_w1_scales(const float *p)
{
    return *p;
}

PTE_INLINE pte_w1 pte_w1_requantise_add(pte_w1 sum, float scale, float offset)
{
    return (pte_w1)pte_requant_fbias((float)(int32_t)sum, scale, offset);
}

PTE_INLINE pte_w1 pte_w1_requantise(pte_w1 sum, float scale)
{
    return pte_w1_requantise_add(sum, scale, 0);
}

PTE_INLINE void pte_w1_put(pte_s8 *out, pte_w1 v, pte_w1_range r)
{
    *out = (int8_t)(r.lo + pte_clamp_s32((int32_t)v, -r.base, r.span - r.base) + r.base);
}

PTE_INLINE void pte_w1_store(pte_s8 *out, ptrdiff_t row, int32_t rows, int32_t n, pte_w1 a,
                             pte_w1 b, pte_w1 c, pte_w1 d, pte_w1_range r)
{
    (void)n;
    pte_w1_put(out, a, r);
    pte_w1_put(out + 1, b, r);
    if (rows == 2) {
        pte_w1_put(out + row, c, r);
        pte_w1_put(out + row + 1, d, r);
    }
}

#if PTE_LANES_S8 == 16 && defined(__AVX512VBMI__)
/* 128 neighbours of the signed bytes, from `first` on; below and above them a table is constant, as
 * that of a clamp is. */
typedef struct pte_look_up_window {
    __m512i low, high;
    int32_t first;
} pte_look_up_window;

/* Number of the first bit that is set in one of four words; 256: in none. */
PTE_INLINE int32_t pte_first_bit(const uint64_t *word)
{
    int32_t i = 0;

    while (i < 4 && !word[i])
        i++;
    return i < 4 ? 64 * i + __builtin_ctzll(word[i]) : 256;
}

/* false: there is none. */
PTE_NOINLINE static int pte_find_window(pte_look_up_window *w, const pte_u8 *table)
{
    const __m512i below = _mm512_set1_epi8((int8_t)table[128]);
    const __m512i above = _mm512_set1_epi8((int8_t)table[127]);
    pte_u8 sorted[256];
    uint64_t changed[4], before[4]; /* from the lowest byte's entry; to the highest one's */

    for (int i = 0; i < 4; i++) {
        const __m512i part = _mm512_loadu_si512(table + (64 * i + 128) % 256);

        _mm512_storeu_si512(sorted + 64 * i, part);
        changed[i] = _mm512_cmpneq_epi8_mask(part, below);
        before[i] = _mm512_cmpneq_epi8_mask(part, above);
    }
    const int32_t change = pte_first_bit(changed);
    const int32_t first = change > 128 ? 128 : change - 1;

    for (int32_t i = first + 127; i < 256; i++)
        if (before[i / 64] >> i % 64 & 1)
            return 0;
    w->first = first - 128;
    w->low = _mm512_loadu_si512(sorted + first);
    w->high = _mm512_loadu_si512(sorted + first + 64);
    return 1;
}
#endif

#if defined(__AVX2__) && !defined(__AVX512VBMI__)
/* In lines of 16 entries, each the difference to the line before: from 0 on those of a half of the
 * table, of which a byte takes the first ones up to its own. A byte below zero takes none. */
PTE_INLINE __m256i pte_look_up_half(const __m256i lines[8], __m256i x)
{
    __m256i y = _mm256_shuffle_epi8(lines[0], x);

    for (int i = 1; i < 8; i++) {
        x = _mm256_subs_epi8(x, _mm256_set1_epi8(16));
        y = _mm256_xor_si256(y, _mm256_shuffle_epi8(lines[i], x));
    }
    return y;
}

/* Returns how many bytes it took. */
PTE_INLINE int32_t pte_look_up_lines(pte_u8 *to, const pte_u8 *from, const pte_u8 *table, int32_t n)
{
    const __m128i *const line = (const void *)table;
    __m256i lines[16];
    int32_t i = 0;

    for (int k = 0; k < 16; k++) {
        const __m128i before = k % 8 ? _mm_loadu_si128(line + k - 1) : _mm_setzero_si128();

        lines[k] = _mm256_broadcastsi128_si256(_mm_xor_si128(_mm_loadu_si128(line + k), before));
    }
    for (; i + 32 <= n; i += 32) {
        const __m256i x = _mm256_loadu_si256((const void *)(from + i));
        const __m256i low = pte_look_up_half(lines, x);
        const __m256i high =
            pte_look_up_half(lines + 8, _mm256_xor_si256(x, _mm256_set1_epi8(-128)));

        _mm256_storeu_si256((void *)(to + i), _mm256_or_si256(low, high));
    }
    return i;
}
#endif

/* table[byte] of n bytes, also in place. */
PTE_INLINE void pte_look_up(pte_u8 *to, const pte_u8 *from, const pte_u8 *table, int32_t n)
{
    int32_t i = 0;

#if PTE_LANES_S8 == 16 && defined(__AVX512VBMI__)
    pte_look_up_window w;

    if (n >= 4096 && pte_find_window(&w, table)) {
        const __m512i first = _mm512_set1_epi8((int8_t)w.first);
        const __m512i last = _mm512_set1_epi8((int8_t)(w.first + 127));

        for (; i + 64 <= n; i += 64) {
            const __m512i x = _mm512_max_epi8(_mm512_loadu_si512(from + i), first);
            const __m512i at = _mm512_sub_epi8(_mm512_min_epi8(x, last), first);

            _mm512_storeu_si512(to + i, _mm512_permutex2var_epi8(w.low, at, w.high));
        }
    }
    /* Two lookups of 128 entries each; the highest bit of a byte says which. */
    const __m512i t0 = _mm512_loadu_si512(table), t1 = _mm512_loadu_si512(table + 64);
    const __m512i t2 = _mm512_loadu_si512(table + 128), t3 = _mm512_loadu_si512(table + 192);

    for (; i < n; i += 64) {
        const uint64_t some = PTE_FIRST(uint64_t, n - i < 64 ? n - i : 64);
        const __m512i x = _mm512_maskz_loadu_epi8(some, from + i);
        const __m512i low = _mm512_permutex2var_epi8(t0, x, t1);
        const __m512i high = _mm512_permutex2var_epi8(t2, x, t3);

        _mm512_mask_storeu_epi8(to + i, some,
                                _mm512_mask_blend_epi8(_mm512_movepi8_mask(x), low, high));
    }
#elif defined(__AVX2__)
    if (n >= 128)
        i = pte_look_up_lines(to, from, table, n);
#elif PTE_LANES_S8 == 4 && defined(__ARM_NEON)
    const uint8x16x4_t t0 = vld1q_u8_x4(table), t1 = vld1q_u8_x4(table + 64);
    const uint8x16x4_t t2 = vld1q_u8_x4(table + 128), t3 = vld1q_u8_x4(table + 192);

    for (const pte_u8 *const end = from + n / 16 * 16; from != end; from += 16, to += 16) {
        const uint8x16_t at = vld1q_u8(from);
        uint8x16_t y = vqtbl4q_u8(t0, at);

        y = vqtbx4q_u8(y, t1, vsubq_u8(at, vdupq_n_u8(64)));
        y = vqtbx4q_u8(y, t2, vsubq_u8(at, vdupq_n_u8(128)));
        y = vqtbx4q_u8(y, t3, vsubq_u8(at, vdupq_n_u8(192)));
        vst1q_u8(to, y);
    }
    n %= 16;
#endif
    for (; i < n; i++)
        to[i] = table[from[i]];
}

/* All channels of all positions in place; table may be NULL. */
PTE_INLINE void pte_look_up_images(pte_s8 *out, const pte_u8 *table, const pte_conv2d *p)
{
    const int32_t run = p->os.w == p->oc ? p->ow : 1; /* positions, one behind the other */

    for (int32_t y = 0; table && y < p->n * p->oh; y++)
        for (int32_t x = 0; x < p->ow; x += run) {
            pte_u8 *const at = (pte_u8 *)out + (ptrdiff_t)(y / p->oh) * p->os.n +
                               (ptrdiff_t)(y % p->oh) * p->os.h + (ptrdiff_t)x * p->os.w;

            pte_look_up(at, at, table, run * p->oc);
        }
}

#endif
