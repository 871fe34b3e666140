/* SPDX-License-Identifier: 0BSD
 * Functions of a byte by their tables. */
#include "pte_dispatch.h"
#include "pte_vec_kernels.h"
#include "pte_vec_s8.h"

/* As many as fill vectors. */
static int32_t table_run(pte_u8 *out, const pte_u8 *in, const pte_u8 *table, int32_t n)
{
    int32_t i = 0;

#if PTE_LANES_F32 == 16 && defined(__AVX512VBMI__)
    for (; i + 64 <= n; i += 64)
        _mm512_storeu_si512(out + i, pte_look_up_64(_mm512_loadu_si512(in + i), table));
#else
    (void)out, (void)in, (void)table, (void)n;
#endif
    return i;
}

void pte_vec_table_b1(void *out, const void *in, const pte_u8 *table, const pte_table *p)
{
    PTE_CALL_BEST(pte_vec_table_b1, (out, in, table, p));
    const pte_u8 *from = (const pte_u8 *)in;
    pte_u8 *to = (pte_u8 *)out;

    for (int32_t i = table_run(to, from, table, p->n); i < p->n; i++)
        to[i] = table[from[i]];
}
