/* SPDX-License-Identifier: 0BSD
 * Vectors for pools, whose comparisons are those of scalars on every machine:
 *
 *   splat(x), load(p), store(p, v)   of pte_floats_N, pte_bytes_N
 *   larger(v, max)     in each lane v, if it is larger or NaN, else max
 *   clamp(v, lo, hi)   NaN stays
 *
 * PTE_FLOATS(USE), PTE_BYTES(USE)   USE(vector, lanes) for those that the machine has, the widest
 *                                   first */
#ifndef PTE_VPOOL_H
#define PTE_VPOOL_H

#include "pte_math.h"
#include "pte_pool.h"
#include "pte_vec.h"

#define PTE_ANYWHERE                     __attribute__((aligned(1), may_alias)) /* in memory */
#define PTE_POOL_BITS(V, MASK, is, a, b) ((V)(((is) & (MASK)(a)) | (~(is) & (MASK)(b))))
#define PTE_POOL_ONE(V, MASK, is, a, b)  ((is) ? (a) : (b))

/* MASK: what comparisons of T are; PICK: a where one holds, else b. */
#define PTE_POOL_OPS(V, T, MASK, PICK)                                                             \
    PTE_INLINE V V##_splat(T x)                                                                    \
    {                                                                                              \
        return x - (V){0};                                                                         \
    }                                                                                              \
    PTE_INLINE V V##_load(const T *p)                                                              \
    {                                                                                              \
        return *(const V##_at *)p;                                                                 \
    }                                                                                              \
    PTE_INLINE void V##_store(T *p, V v)                                                           \
    {                                                                                              \
        *(V##_at *)p = v;                                                                          \
    }                                                                                              \
    PTE_INLINE V V##_clamp(V v, T lo, T hi)                                                        \
    {                                                                                              \
        const V least = V##_splat(lo), most = V##_splat(hi);                                       \
        const MASK below = v < least;                                                              \
        const MASK above = v > most;                                                               \
                                                                                                   \
        return PICK(V, MASK, below, least, PICK(V, MASK, above, most, v));                         \
    }
#define PTE_POOL_FLOATS(N)                                                                         \
    typedef float pte_floats_##N __attribute__((vector_size(4 * N)));                              \
    typedef int32_t pte_masks_##N __attribute__((vector_size(4 * N)));                             \
    typedef pte_floats_##N pte_floats_##N##_at PTE_ANYWHERE;                                       \
    PTE_POOL_OPS(pte_floats_##N, pte_f32, pte_masks_##N, PTE_POOL_BITS)                            \
    PTE_INLINE pte_floats_##N pte_floats_##N##_larger(pte_floats_##N v, pte_floats_##N max)        \
    {                                                                                              \
        return PTE_LARGER_##N(v, max);                                                             \
    }
#define PTE_POOL_BYTES(N, WHOLE, MAX)                                                              \
    typedef int8_t pte_bytes_##N __attribute__((vector_size(N)));                                  \
    typedef pte_bytes_##N pte_bytes_##N##_at PTE_ANYWHERE;                                         \
    PTE_POOL_OPS(pte_bytes_##N, pte_s8, pte_bytes_##N, PTE_POOL_BITS)                              \
    PTE_INLINE pte_bytes_##N pte_bytes_##N##_larger(pte_bytes_##N v, pte_bytes_##N max)            \
    {                                                                                              \
        return (pte_bytes_##N)MAX((WHOLE)v, (WHOLE)max);                                           \
    }

typedef pte_f32 pte_floats_1, pte_floats_1_at;
typedef pte_s8 pte_bytes_1, pte_bytes_1_at;
PTE_POOL_OPS(pte_floats_1, pte_f32, int, PTE_POOL_ONE)
PTE_POOL_OPS(pte_bytes_1, pte_s8, int, PTE_POOL_ONE)

PTE_INLINE pte_floats_1 pte_floats_1_larger(pte_floats_1 v, pte_floats_1 max)
{
    return v > max || v != v ? v : max;
}

PTE_INLINE pte_bytes_1 pte_bytes_1_larger(pte_bytes_1 v, pte_bytes_1 max)
{
    return v > max ? v : max;
}

#if PTE_LANES_F32 >= 4
#define PTE_MAX_BITS(v, max)                                                                       \
    PTE_POOL_BITS(__typeof__(v), __typeof__((v) > (max)), (v) > (max), v, max)
PTE_POOL_BYTES(8, pte_bytes_8, PTE_MAX_BITS)
#ifdef __SSE4_1__
PTE_POOL_BYTES(16, __m128i, _mm_max_epi8)
#else
PTE_POOL_BYTES(16, pte_bytes_16, PTE_MAX_BITS)
#endif
#define PTE_LARGER(v, max)                                                                         \
    PTE_POOL_BITS(__typeof__(v), __typeof__((v) > (max)), ((v) > (max)) | ((v) != (v)), v, max)
#ifdef __SSE2__ /* whose maximum is max, if v is NaN */
#define PTE_LARGER_4(v, max)                                                                       \
    PTE_POOL_BITS(pte_floats_4, pte_masks_4, (v) != (v), v, _mm_max_ps(v, max))
#else
#define PTE_LARGER_4 PTE_LARGER
#endif
PTE_POOL_FLOATS(4)
#endif
#if PTE_LANES_F32 >= 8
#ifdef __SSE2__
#define PTE_LARGER_8(v, max)                                                                       \
    PTE_POOL_BITS(pte_floats_8, pte_masks_8, (v) != (v), v, _mm256_max_ps(v, max))
PTE_POOL_BYTES(32, __m256i, _mm256_max_epi8)
#else
#define PTE_LARGER_8 PTE_LARGER
PTE_POOL_BYTES(32, pte_bytes_32, PTE_MAX_BITS)
#endif
PTE_POOL_FLOATS(8)
#endif
#if PTE_LANES_F32 >= 16
#define PTE_LARGER_16(v, max) _mm512_mask_max_ps(v, _mm512_cmp_ps_mask(v, v, _CMP_ORD_Q), v, max)
PTE_POOL_FLOATS(16)
PTE_POOL_BYTES(64, __m512i, _mm512_max_epi8)
#define PTE_FLOATS(USE) USE(16) USE(8) USE(4) USE(1)
#define PTE_BYTES(USE)  USE(64) USE(32) USE(16) USE(8) USE(1)
#elif PTE_LANES_F32 >= 8
#define PTE_FLOATS(USE) USE(8) USE(4) USE(1)
#define PTE_BYTES(USE)  USE(32) USE(16) USE(8) USE(1)
#elif PTE_LANES_F32 >= 4
#define PTE_FLOATS(USE) USE(4) USE(1)
#define PTE_BYTES(USE)  USE(16) USE(8) USE(1)
#else
#define PTE_FLOATS(USE) USE(1)
#define PTE_BYTES(USE)  USE(1)
#endif

#endif
