/* SPDX-License-Identifier: 0BSD
 * Average pooling of quantised bytes, in the arithmetic of pte_average_s8.h. */
#include "pte_dispatch.h"
#include "pte_vec_kernels.h"
#include "pte_vec_s8.h"
#include "pte_vpool.h"

/* -- N bytes as floats -- */

PTE_INLINE pte_floats_1 pte_vec_average_open_1(const pte_s8 *p)
{
    return (float)*p;
}

#if PTE_RVV || PTE_WASM || PTE_HELIUM
PTE_INLINE pte_floats_4 pte_vec_average_open_4(const pte_s8 *p)
{
    typedef int8_t four __attribute__((vector_size(4), aligned(1), may_alias));

    return __builtin_convertvector(*(const four *)p, pte_floats_4);
}

#if PTE_LANES_F32 >= 8
PTE_INLINE pte_floats_8 pte_vec_average_open_8(const pte_s8 *p)
{
    return __builtin_convertvector(*(const pte_bytes_8_at *)p, pte_floats_8);
}
#endif
#elif PTE_LANES_F32 >= 4
PTE_INLINE pte_floats_4 pte_vec_average_open_4(const pte_s8 *p)
{
    int32_t word;

    __builtin_memcpy(&word, p, sizeof word);
#ifdef __SSE2__
    const __m128i v = _mm_cvtsi32_si128(word), twice = _mm_unpacklo_epi8(v, v);

    return _mm_cvtepi32_ps(_mm_srai_epi32(_mm_unpacklo_epi16(twice, twice), 24));
#else
    const int16x8_t v = vmovl_s8(vcreate_s8((uint32_t)word));

    return vcvtq_f32_s32(vmovl_s16(vget_low_s16(v)));
#endif
}
#endif

#if PTE_LANES_F32 >= 8 && defined(__SSE2__)
PTE_INLINE pte_floats_8 pte_vec_average_open_8(const pte_s8 *p)
{
    return _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_loadl_epi64((const void *)p)));
}
#endif

#if PTE_LANES_F32 >= 16
PTE_INLINE pte_floats_16 pte_vec_average_open_16(const pte_s8 *p)
{
    return _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_loadu_si128((const void *)p)));
}
#endif

/* -- sums and their ends -- */

#define AVERAGE_BITS                                                                               \
    0x1.8p23f /* added to a small float, leaves its integer, rounded, in the bits */
#define AVERAGE(N)                                                                                 \
    PTE_INLINE pte_floats_##N pte_vec_average_add_##N(pte_floats_##N sum, const pte_s8 *from,      \
                                                      const pte_f32 *q)                            \
    {                                                                                              \
        pte_floats_##N v = (pte_vec_average_open_##N(from) - q[0]) * q[1];                         \
                                                                                                   \
        PTE_ROUND_VEC(v);                                                                          \
        return sum + v;                                                                            \
    }                                                                                              \
    PTE_INLINE void pte_vec_average_end_##N(pte_s8 *out, pte_floats_##N sum, int32_t n,            \
                                            const pte_f32 *q)                                      \
    {                                                                                              \
        const pte_floats_##N mean = n ? sum / (float)n : sum;                                      \
        pte_floats_##N v = pte_floats_##N##_clamp(mean / q[1], -0x1p20f, 0x1p20f);                 \
        int32_t bits[N];                                                                           \
                                                                                                   \
        v = v + AVERAGE_BITS;                                                                      \
        v = v - AVERAGE_BITS;                                                                      \
        v = pte_floats_##N##_clamp(v + q[0], INT8_MIN, INT8_MAX);                                  \
        v = v + AVERAGE_BITS;                                                                      \
        __builtin_memcpy(bits, &v, sizeof bits);                                                   \
        for (int j = 0; j < N; j++)                                                                \
            out[j] = (pte_s8)bits[j];                                                              \
    }
PTE_FLOATS(AVERAGE)

#define T                  pte_s8
#define EPILOGUE           pte_f32
#define FN(name)           pte_vec_avg_pool2d_s8_##name
#define WIDTHS             PTE_FLOATS
#define ACC(N)             pte_floats_##N
#define START(N)           pte_floats_##N##_splat(0)
#define STEP(N, acc, from) pte_vec_average_add_##N(acc, from, epi)
#define END(N, out, acc)   pte_vec_average_end_##N(out, acc, divisor, epi)
#include "vpool.inc"
#undef AVERAGE_BITS
#undef AVERAGE

void pte_vec_avg_pool2d_s8(pte_s8 *out, const pte_s8 *in, const pte_f32 *q, const pte_pool2d *p)
{
    PTE_CALL_WIDEST(pte_vec_avg_pool2d_s8, (out, in, q, p));
    pte_vec_avg_pool2d_s8_run(out, in, q, p);
}
