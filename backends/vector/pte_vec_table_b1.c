/* SPDX-License-Identifier: 0BSD
 * Functions of a byte by their tables. */
#include "pte_vec.h"
#include "pte_vec_kernels.h"

#if PTE_LANES_F32 == 16 && defined(__AVX512VBMI__)
/* Two lookups of 128 entries each; the highest bit of a byte says which. */
static int32_t table_run(pte_u8 *out, const pte_u8 *in, const pte_u8 *table, int32_t n)
{
    const __m512i t0 = _mm512_loadu_si512(table), t1 = _mm512_loadu_si512(table + 64);
    const __m512i t2 = _mm512_loadu_si512(table + 128), t3 = _mm512_loadu_si512(table + 192);
    int32_t i = 0;

    for (; i + 64 <= n; i += 64) {
        const __m512i x = _mm512_loadu_si512(in + i);
        const __m512i low = _mm512_permutex2var_epi8(t0, x, t1);
        const __m512i high = _mm512_permutex2var_epi8(t2, x, t3);

        _mm512_storeu_si512(out + i, _mm512_mask_blend_epi8(_mm512_movepi8_mask(x), low, high));
    }
    return i;
}
#else
static int32_t table_run(pte_u8 *out, const pte_u8 *in, const pte_u8 *table, int32_t n)
{
    (void)out, (void)in, (void)table, (void)n;
    return 0;
}
#endif

void pte_vec_table_b1(void *out, const void *in, const pte_u8 *table, const pte_table *p)
{
    const pte_u8 *from = (const pte_u8 *)in;
    pte_u8 *to = (pte_u8 *)out;

    for (int32_t i = table_run(to, from, table, p->n); i < p->n; i++)
        to[i] = table[from[i]];
}
