/* SPDX-License-Identifier: 0BSD
 * Rows of floats, a vector at a time. */
#ifndef PTE_ROW_H
#define PTE_ROW_H

#include "pte_kernels.h"
#include "pte_vec.h"

#if PTE_LANES_F32 == 16
PTE_INLINE __mmask16 pte_first_lanes(int32_t n) /* of n < 16; none of n <= 0 */
{
    return (__mmask16)((1u << (n > 0 ? n : 0)) - 1);
}
#endif

/* The next vector of n elements, `rest` behind the last. */
PTE_INLINE pte_wide pte_row_load(const pte_f32 *from, int32_t n, float rest)
{
    if (n >= PTE_LANES_F32)
        return PTE_WIDE(load)(from);
#if PTE_LANES_F32 == 16
    return _mm512_mask_loadu_ps(_mm512_set1_ps(rest), pte_first_lanes(n), from);
#else
    float v[PTE_LANES_F32];

    for (int j = 0; j < PTE_LANES_F32; j++)
        v[j] = j < n ? from[j] : rest;
    return PTE_WIDE(load)(v);
#endif
}

PTE_INLINE void pte_row_copy(pte_f32 *restrict to, const pte_f32 *restrict from, int32_t n)
{
    for (int32_t i = 0; i < n; i++)
        to[i] = from[i];
}

PTE_INLINE void pte_row_store(pte_f32 *to, int32_t n, pte_wide v)
{
    if (n >= PTE_LANES_F32) {
        PTE_WIDE(store)(to, v);
        return;
    }
#if PTE_LANES_F32 == 16
    _mm512_mask_storeu_ps(to, pte_first_lanes(n), v);
#else
    float last[PTE_LANES_F32];

    PTE_WIDE(store)(last, v);
    for (int j = 0; j < n; j++)
        to[j] = last[j];
#endif
}

/* Some lanes of a vector: the first n where PTE_MASKS says so, else all or none. Lanes that are not
 * among them are 0 and their memory is neither read nor written. */
#if PTE_LANES_F32 == 16
typedef __mmask16 pte_part;
#define PTE_MASKS 1
PTE_INLINE pte_part pte_part_of(int32_t n)
{
    return n >= PTE_LANES_F32 ? (__mmask16)-1 : pte_first_lanes(n);
}
PTE_INLINE pte_wide pte_part_load(const pte_f32 *from, pte_part lanes)
{
    return _mm512_maskz_loadu_ps(lanes, from);
}
PTE_INLINE void pte_part_store(pte_f32 *to, pte_part lanes, pte_wide v)
{
    _mm512_mask_storeu_ps(to, lanes, v);
}
#elif PTE_LANES_F32 == 8 && defined(__SSE2__)
typedef __m256i pte_part;
#define PTE_MASKS 1
PTE_INLINE pte_part pte_part_of(int32_t n)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
PTE_INLINE pte_wide pte_part_load(const pte_f32 *from, pte_part lanes)
{
    return _mm256_maskload_ps(from, lanes);
}
PTE_INLINE void pte_part_store(pte_f32 *to, pte_part lanes, pte_wide v)
{
    if (_mm256_movemask_epi8(lanes) == -1) /* a masked store is slow on some machines */
        _mm256_storeu_ps(to, v);
    else
        _mm256_maskstore_ps(to, lanes, v);
}
#else
typedef int32_t pte_part;
#define PTE_MASKS 0
PTE_INLINE pte_part pte_part_of(int32_t n)
{
    return n >= PTE_LANES_F32;
}
PTE_INLINE pte_wide pte_part_load(const pte_f32 *from, pte_part lanes)
{
    static const float zeros[PTE_LANES_F32];

    return PTE_WIDE(load)(lanes ? from : zeros);
}
PTE_INLINE void pte_part_store(pte_f32 *to, pte_part lanes, pte_wide v)
{
    if (lanes)
        PTE_WIDE(store)(to, v);
}
#endif

PTE_INLINE pte_wide pte_gated(pte_wide v, const pte_gate *gate)
{
    const pte_wide slope = PTE_WIDE(splat)(gate->slope), offset = PTE_WIDE(splat)(gate->offset);

    return v * PTE_WIDE(clamp)(PTE_WIDE(mac)(v, slope, offset), gate->lo, gate->hi);
}

/* The gate over n results of each of `rows` rows, in place. */
PTE_INLINE void pte_rows_gate(pte_f32 *x, int32_t rows, ptrdiff_t row, int32_t n,
                              const pte_gate *gate)
{
    const pte_gate own = *gate; /* which no store changes */
    int32_t j = 0;

    for (; n - j >= PTE_LANES_F32; j += PTE_LANES_F32)
        for (int32_t i = 0; i < rows; i++)
            PTE_WIDE(store)(x + i * row + j, pte_gated(PTE_WIDE(load)(x + i * row + j), &own));
    for (int32_t i = 0; j < n && i < rows; i++)
        pte_row_store(x + i * row + j, n - j,
                      pte_gated(pte_row_load(x + i * row + j, n - j, 0), &own));
}

/* Defines NAME(x, n, mean), which joins `term` of each vector v by OP: add or max. In four parts,
 * so that none waits for the one before; what is joined for `rest` must not count. */
#define PTE_ROW_REDUCE(NAME, OP, start, rest, term)                                                \
    PTE_INLINE float NAME(const pte_f32 *x, int32_t n, float mean)                                 \
    {                                                                                              \
        const pte_wide middle = PTE_WIDE(splat)(mean);                                             \
        pte_wide a = PTE_WIDE(splat)(start), b = a, c = a, d = a, v;                               \
        float part[PTE_LANES_F32];                                                                 \
        int32_t i = 0;                                                                             \
                                                                                                   \
        (void)middle;                                                                              \
        for (; n - i >= 4 * PTE_LANES_F32; i += 4 * PTE_LANES_F32) {                               \
            v = PTE_WIDE(load)(x + i);                                                             \
            a = PTE_WIDE(OP)(term, a);                                                             \
            v = PTE_WIDE(load)(x + i + PTE_LANES_F32);                                             \
            b = PTE_WIDE(OP)(term, b);                                                             \
            v = PTE_WIDE(load)(x + i + 2 * PTE_LANES_F32);                                         \
            c = PTE_WIDE(OP)(term, c);                                                             \
            v = PTE_WIDE(load)(x + i + 3 * PTE_LANES_F32);                                         \
            d = PTE_WIDE(OP)(term, d);                                                             \
        }                                                                                          \
        for (; i < n; i += PTE_LANES_F32) {                                                        \
            v = pte_row_load(x + i, n - i, rest);                                                  \
            a = PTE_WIDE(OP)(term, a);                                                             \
        }                                                                                          \
        PTE_WIDE(store)(part, PTE_WIDE(OP)(PTE_WIDE(OP)(a, b), PTE_WIDE(OP)(c, d)));               \
        for (int j = 1; j < PTE_LANES_F32; j++)                                                    \
            part[0] = pte_v1_##OP(part[j], part[0]);                                               \
        return part[0];                                                                            \
    }

#endif
