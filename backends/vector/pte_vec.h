/* SPDX-License-Identifier: 0BSD
 * Vectors of floats for each instruction set under the same names: pte_v16, pte_v8, pte_v4 and, for
 * compilers or machines that have none of them, pte_v1.
 *
 * PTE_LANES_F32   lanes of the widest vector
 * PTE_LANES_S8    the same of sums of bytes: pte_vec_s8.h
 * PTE_TILE_ROWS   rows of sums that fit into the registers, three vectors wide
 * PTE_BY_LANE_F32 steps of a tile whose factors are read together, if instructions multiply by one
 *                 of them
 * PTE_LANES_M8    lanes that a group of eight registers has at least, where tiles are made of those
 * mac (multiply, add) rounds once where the machine can, else twice. Of the widest vector there are
 * besides, where it has more lanes than one; its lanes are taken by fours:
 *   spread(p)              four floats as often as they fit
 *   pairs(a, b)            the sums of neighbours, those of a before those of b
 *   zip_low(a, b), zip_high(a, b)
 *                          the first two lanes of each four, of a and b in turn; the last two
 *   low(a, b), high(a, b)  the first two lanes of a's fours, then of b's; the last two
 *   store_fours(p, step, v)
 *                          each four at `step` from the one before, in fours */
#ifndef PTE_VEC_H
#define PTE_VEC_H

#include "pte_rt.h"

/* clang's vectors of any length, which become those of RISC-V; older ones lack what they need. */
#if defined(__riscv_v_min_vlen) && defined(__clang__) && __clang_major__ >= 17
#define PTE_RVV 1
#else
#define PTE_RVV 0
#endif

/* Emscripten also defines x86's instructions by those of WebAssembly, if its flags ask for them. */
#if defined(__wasm_simd128__) && !defined(__SSE2__)
#define PTE_WASM 1
#else
#define PTE_WASM 0
#endif

/* Helium of a Cortex-M with floats; its bytes are those of backends/mcu. */
#if defined(__ARM_FEATURE_MVE) && __ARM_FEATURE_MVE >= 2 && !PTE_BIG_ENDIAN &&                     \
    (defined(__clang__) || __GNUC__ >= 12)
#define PTE_HELIUM 1
#else
#define PTE_HELIUM 0
#endif

#if defined(__TINYC__)
/* takes vector types and computes scalars */
#elif defined(__SSE2__)
#if defined(__AVX__)
#include <immintrin.h> /* compiles ten times as long as the others */
#elif defined(__SSE4_1__)
#include <smmintrin.h>
#elif defined(__SSSE3__)
#include <tmmintrin.h>
#else
#include <emmintrin.h>
#endif
#if defined(__AVX512VL__) && defined(__AVX512BW__) && defined(__FMA__)
#define PTE_LANES_F32 16
#define PTE_TILE_ROWS 8
#elif defined(__AVX2__) && defined(__FMA__)
#define PTE_LANES_F32 8
#define PTE_TILE_ROWS 4
#else
#define PTE_LANES_F32 4
#define PTE_TILE_ROWS 4
#endif
#elif defined(__ARM_NEON) && defined(__aarch64__) && !defined(__AARCH64EB__)
#include <arm_neon.h>
#define PTE_LANES_F32   4
#define PTE_TILE_ROWS   8
#define PTE_BY_LANE_F32 4
#elif PTE_RVV
#define PTE_LANES_F32   8
#define PTE_TILE_ROWS   4
#define PTE_BY_LANE_F32 4
#define PTE_LANES_M8    (__riscv_v_min_vlen / 4)
#elif PTE_WASM
#define PTE_LANES_F32 4
#define PTE_TILE_ROWS 4
#elif PTE_HELIUM
#define PTE_LANES_F32   4
#define PTE_TILE_ROWS   3
#define PTE_BY_LANE_F32 1
#define PTE_LANES_S8    1
#endif
#ifndef PTE_LANES_F32
#define PTE_LANES_F32 1
#define PTE_TILE_ROWS 4
#endif
#ifndef PTE_LANES_S8
#define PTE_LANES_S8 PTE_LANES_F32
#endif

/* Zen 4 computes 512 bits as two halves: what fills three halves is quicker without a fourth. No
 * other processor has CLZERO but not AVX-VNNI. */
#if PTE_LANES_F32 == 16 && defined(__CLZERO__) && !defined(__AVXVNNI__)
#define PTE_HALVES 1
#else
#define PTE_HALVES 0
#endif

/* Rows of the next tile, of which so many are left, in tiles of nearly the same height. Not every
 * height has a function of its own. */
PTE_INLINE int32_t pte_tile_rows(int32_t left)
{
    if (left > PTE_TILE_ROWS * (PTE_TILE_ROWS - 1))
        return PTE_TILE_ROWS;
    const int32_t tiles = (left + PTE_TILE_ROWS - 1) / PTE_TILE_ROWS;
    const int32_t rows = (left + tiles - 1) / tiles;

    if (PTE_TILE_ROWS == 8 && rows == 3)
        return 2;
    if (PTE_TILE_ROWS == 8 && (rows == 5 || rows == 6))
        return tiles == 1 ? 4 : rows == 5 || left == 12 ? 8 : 7;
    return rows;
}

/* How many of the next tiles are of PTE_TILE_ROWS, as far as that is easily said; else 1. */
PTE_INLINE int32_t pte_tiles_alike(int32_t left)
{
    const int32_t tiles = left / PTE_TILE_ROWS, more = tiles - PTE_TILE_ROWS + 1;

    if (left % PTE_TILE_ROWS == 0)
        return tiles;
    return more > 1 ? more : 1;
}

#if defined(__GNUC__) && defined(__AVX512F__)
#define PTE_HOLD(v) __asm__("" : "+v"(v))
#elif defined(__GNUC__) && !defined(__clang__) && defined(__SSE2__)
#define PTE_HOLD(v) __asm__("" : "+x"(v))
#else
#define PTE_HOLD(v) ((void)0)
#endif

/* Makes a pointer unknown, so that what it shows is not held in registers from before. */
#if defined(__GNUC__)
#define PTE_FORGET(p) __asm__("" : "+r"(p))
#else
#define PTE_FORGET(p) ((void)0)
#endif

/* What stands behind it is read later: gcc would read the factors of all rows first, for which
 * there are too few registers. */
#if defined(__GNUC__) && !defined(__clang__)
#define PTE_READ_LATER() __asm__ volatile("" ::: "memory")
#else
#define PTE_READ_LATER() ((void)0)
#endif

/* Brings the line at p into the second cache. */
#if defined(__GNUC__)
#define PTE_PREFETCH(p) __builtin_prefetch(p, 0, 2)
#else
#define PTE_PREFETCH(p) ((void)0)
#endif

/* A loop that gains nothing from being unrolled: only the pointers of one tile. */
#if defined(__clang__)
#define PTE_ROLLED _Pragma("clang loop unroll(disable) vectorize(disable)")
#elif defined(__GNUC__)
#define PTE_ROLLED _Pragma("GCC unroll 1")
#else
#define PTE_ROLLED
#endif

/* A loop of constant length over vectors that are to stay in registers. */
#if defined(__clang__)
#define PTE_UNROLLED _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define PTE_UNROLLED _Pragma("GCC unroll 16")
#else
#define PTE_UNROLLED
#endif

/* Defines the operations of one width from those of the machine. */
#define PTE_VEC_OPS(V, TYPE, LOAD, STORE, SPLAT, FMA, ADD, MIN, MAX)                               \
    typedef TYPE V;                                                                                \
    PTE_INLINE V V##_load(const float *p)                                                          \
    {                                                                                              \
        return LOAD(p);                                                                            \
    }                                                                                              \
    PTE_INLINE V V##_factors(const float *p) /* the same in every lane */                          \
    {                                                                                              \
        return SPLAT(*p);                                                                          \
    }                                                                                              \
    /* stays in a register: gcc would read it again for each use */                                \
    PTE_INLINE V V##_weights(const float *p)                                                       \
    {                                                                                              \
        V v = LOAD(p);                                                                             \
        PTE_HOLD(v);                                                                               \
        return v;                                                                                  \
    }                                                                                              \
    PTE_INLINE void V##_store(float *p, V v)                                                       \
    {                                                                                              \
        STORE(p, v);                                                                               \
    }                                                                                              \
    PTE_INLINE V V##_splat(float x)                                                                \
    {                                                                                              \
        return SPLAT(x);                                                                           \
    }                                                                                              \
    PTE_INLINE V V##_mac(V a, V b, V c) /* a * b + c */                                            \
    {                                                                                              \
        return FMA(a, b, c);                                                                       \
    }                                                                                              \
    PTE_INLINE V V##_add(V a, V b)                                                                 \
    {                                                                                              \
        return ADD(a, b);                                                                          \
    }                                                                                              \
    PTE_INLINE V V##_max(V a, V b) /* b, if a is NaN */                                            \
    {                                                                                              \
        return MAX(a, b);                                                                          \
    }                                                                                              \
    PTE_INLINE V V##_clamp(V v, float lo, float hi)                                                \
    {                                                                                              \
        return MIN(SPLAT(hi), MAX(SPLAT(lo), v)); /* NaN stays */                                  \
    }

/* The same of what takes lanes by fours, from x86's instructions. */
#define PTE_VEC_FOURS(V, ZIP_LOW, ZIP_HIGH, SHUFFLE)                                               \
    PTE_INLINE V V##_zip_low(V a, V b)                                                             \
    {                                                                                              \
        return ZIP_LOW(a, b);                                                                      \
    }                                                                                              \
    PTE_INLINE V V##_zip_high(V a, V b)                                                            \
    {                                                                                              \
        return ZIP_HIGH(a, b);                                                                     \
    }                                                                                              \
    PTE_INLINE V V##_low(V a, V b)                                                                 \
    {                                                                                              \
        return SHUFFLE(a, b, 0x44);                                                                \
    }                                                                                              \
    PTE_INLINE V V##_high(V a, V b)                                                                \
    {                                                                                              \
        return SHUFFLE(a, b, 0xee);                                                                \
    }

#if PTE_LANES_F32 == 16
PTE_VEC_OPS(pte_v16, __m512, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_set1_ps, _mm512_fmadd_ps,
            _mm512_add_ps, _mm512_min_ps, _mm512_max_ps)
/* The first lanes of which `some` has bits. */
PTE_INLINE pte_v16 pte_v16_load_some(const float *p, uint16_t some)
{
    return _mm512_maskz_loadu_ps(some, p);
}
PTE_INLINE pte_v16 pte_v16_weights_some(const float *p, uint16_t some)
{
    return pte_v16_load_some(p, some);
}
PTE_INLINE void pte_v16_store_some(float *p, pte_v16 v, uint16_t some)
{
    _mm512_mask_storeu_ps(p, some, v);
}
PTE_INLINE pte_v16 pte_v16_spread(const float *p)
{
    return _mm512_broadcast_f32x4(_mm_loadu_ps(p));
}
PTE_INLINE pte_v16 pte_v16_pairs(pte_v16 a, pte_v16 b)
{
    const __m512i even =
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i odd = _mm512_add_epi32(even, _mm512_set1_epi32(1));

    return _mm512_permutex2var_ps(a, even, b) + _mm512_permutex2var_ps(a, odd, b);
}
PTE_INLINE void pte_v16_store_fours(float *p, ptrdiff_t step, pte_v16 v)
{
    _mm_storeu_ps(p, _mm512_castps512_ps128(v));
    _mm_storeu_ps(p + 4 * step, _mm512_extractf32x4_ps(v, 1));
    _mm_storeu_ps(p + 8 * step, _mm512_extractf32x4_ps(v, 2));
    _mm_storeu_ps(p + 12 * step, _mm512_extractf32x4_ps(v, 3));
}
PTE_VEC_FOURS(pte_v16, _mm512_unpacklo_ps, _mm512_unpackhi_ps, _mm512_shuffle_ps)
#endif
#if PTE_LANES_F32 >= 8 && defined(__SSE2__)
PTE_VEC_OPS(pte_v8, __m256, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_set1_ps, _mm256_fmadd_ps,
            _mm256_add_ps, _mm256_min_ps, _mm256_max_ps)
PTE_INLINE pte_v8 pte_v8_spread(const float *p)
{
    return _mm256_broadcast_ps((const __m128 *)(const void *)p);
}
PTE_INLINE pte_v8 pte_v8_pairs(pte_v8 a, pte_v8 b)
{
    const __m256d both = _mm256_castps_pd(_mm256_hadd_ps(a, b));

    return _mm256_castpd_ps(_mm256_permute4x64_pd(both, 0xd8));
}
PTE_INLINE void pte_v8_store_fours(float *p, ptrdiff_t step, pte_v8 v)
{
    _mm_storeu_ps(p, _mm256_castps256_ps128(v));
    _mm_storeu_ps(p + 4 * step, _mm256_extractf128_ps(v, 1));
}
PTE_VEC_FOURS(pte_v8, _mm256_unpacklo_ps, _mm256_unpackhi_ps, _mm256_shuffle_ps)
#endif
#if PTE_RVV
#include "pte_vec_rvv.h"
#elif PTE_WASM
#include "pte_vec_wasm.h"
#elif PTE_HELIUM
#include "pte_vec_helium.h"
#elif PTE_LANES_F32 == 4 && defined(__SSE2__)
#define PTE_SSE_FMA(a, b, c) _mm_add_ps(_mm_mul_ps(a, b), c)
PTE_VEC_OPS(pte_v4, __m128, _mm_loadu_ps, _mm_storeu_ps, _mm_set1_ps, PTE_SSE_FMA, _mm_add_ps,
            _mm_min_ps, _mm_max_ps)
PTE_INLINE pte_v4 pte_v4_pairs(pte_v4 a, pte_v4 b)
{
    return _mm_shuffle_ps(a, b, 0x88) + _mm_shuffle_ps(a, b, 0xdd);
}
PTE_VEC_FOURS(pte_v4, _mm_unpacklo_ps, _mm_unpackhi_ps, _mm_shuffle_ps)
#elif PTE_LANES_F32 == 4
#define PTE_NEON_FMA(a, b, c) vfmaq_f32(c, a, b)
PTE_VEC_OPS(pte_v4, float32x4_t, vld1q_f32, vst1q_f32, vdupq_n_f32, PTE_NEON_FMA, vaddq_f32,
            vminq_f32, vmaxq_f32)
#define PTE_NEON_64(zip, a, b)                                                                     \
    vreinterpretq_f32_f64(zip(vreinterpretq_f64_f32(a), vreinterpretq_f64_f32(b)))
#define pte_v4_pairs      vpaddq_f32
#define pte_v4_zip_low    vzip1q_f32
#define pte_v4_zip_high   vzip2q_f32
#define pte_v4_low(a, b)  PTE_NEON_64(vzip1q_f64, a, b)
#define pte_v4_high(a, b) PTE_NEON_64(vzip2q_f64, a, b)
#endif
#if PTE_LANES_F32 == 4
#define pte_v4_spread pte_v4_load
PTE_INLINE void pte_v4_store_fours(float *p, ptrdiff_t step, pte_v4 v)
{
    (void)step;
    pte_v4_store(p, v);
}
#endif
#if defined(PTE_BY_LANE_F32) && defined(__aarch64__)
/* The factors of four steps, and mac with those of one of them: `lane` is a constant. */
typedef pte_v4 pte_v4_lanes;
PTE_INLINE pte_v4_lanes pte_v4_lane_factors(const float *p)
{
    return vld1q_f32(p);
}
#define pte_v4_mac_lane(x, w, sum, lane) vfmaq_laneq_f32(sum, w, x, lane)
/* Defines NAME(&p, step), which loads n elements of type T into the vectors of V; the pointer moves
 * on by `step` elements in the same instruction, which gcc does not make of `load` by itself. */
#ifdef __clang__
#define PTE_LOAD_NEXT(NAME, V, T, n, load, registers)                                              \
    PTE_INLINE V NAME(const T **p, ptrdiff_t step)                                                 \
    {                                                                                              \
        const V v = load(*p);                                                                      \
                                                                                                   \
        *p += step;                                                                                \
        PTE_FORGET(*p); /* clang would add to a copy of the pointer that the first load read */    \
        return v;                                                                                  \
    }
#else
#define PTE_LOAD_NEXT(NAME, V, T, n, load, registers)                                              \
    PTE_INLINE V NAME(const T **p, ptrdiff_t step)                                                 \
    {                                                                                              \
        V v;                                                                                       \
                                                                                                   \
        __asm__("ld1 {" registers "}, [%1], %2"                                                    \
                : "=w"(v), "+r"(*p)                                                                \
                : "r"(step * (ptrdiff_t)sizeof(T)), "m"(*(const T(*)[n]) * p));                    \
        return v;                                                                                  \
    }
#endif
#define PTE_TWO_WEIGHTS_F32
typedef float32x4x2_t pte_v4_two;
PTE_LOAD_NEXT(pte_v4_next_two, pte_v4_two, float, 8, vld1q_f32_x2, "%S0.4s - %T0.4s")
#endif
#define PTE_SCALAR_LOAD(p)      (*(p))
#define PTE_SCALAR_STORE(p, v)  (*(p) = (v))
#define PTE_SCALAR_SPLAT(x)     (x)
#define PTE_SCALAR_FMA(a, b, c) ((a) * (b) + (c))
#define PTE_SCALAR_ADD(a, b)    ((a) + (b))
#define PTE_SCALAR_MIN(a, b)    ((a) < (b) ? (a) : (b))
#define PTE_SCALAR_MAX(a, b)    ((a) > (b) ? (a) : (b))
PTE_VEC_OPS(pte_v1, float, PTE_SCALAR_LOAD, PTE_SCALAR_STORE, PTE_SCALAR_SPLAT, PTE_SCALAR_FMA,
            PTE_SCALAR_ADD, PTE_SCALAR_MIN, PTE_SCALAR_MAX)

/* The widest vector, which has C's arithmetic operators too. */
#if PTE_LANES_F32 == 16
typedef pte_v16 pte_wide;
#define PTE_WIDE(op) pte_v16_##op
#elif PTE_LANES_F32 == 8
typedef pte_v8 pte_wide;
#define PTE_WIDE(op) pte_v8_##op
#elif PTE_LANES_F32 == 4
typedef pte_v4 pte_wide;
#define PTE_WIDE(op) pte_v4_##op
#else
typedef pte_v1 pte_wide;
#define PTE_WIDE(op) pte_v1_##op
#endif

#endif
