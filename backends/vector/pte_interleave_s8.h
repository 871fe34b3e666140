/* SPDX-License-Identifier: 0BSD
 * Pixels of bytes from planes, one behind the other. */
#ifndef PTE_INTERLEAVE_S8_H
#define PTE_INTERLEAVE_S8_H

#include "pte_vec_s8.h"

#if PTE_LANES_S8 >= 4
#if !PTE_PUTS_PIXELS
/* 16 pixels of n bytes, the first n of a, b, c and d; 4 more may be written behind them. */
PTE_INLINE void pte_w4_put_pixels(pte_s8 *to, pte_w4 a, pte_w4 b, pte_w4 c, pte_w4 d, int32_t n)
{
    const pte_w4 ab[] = {pte_w4_zip_low_8(a, b), pte_w4_zip_high_8(a, b)};
    const pte_w4 cd[] = {pte_w4_zip_low_8(c, d), pte_w4_zip_high_8(c, d)};

    for (int32_t i = 0; i < 2; i++, to += 8 * n)
        if (n == 2) {
            pte_w4_store_bytes(to, ab[i], 16);
        } else if (n == 3) {
            pte_w4_put_threes(to, pte_w4_low_words(ab[i], cd[i]));
            pte_w4_put_threes(to + 12, pte_w4_high_words(ab[i], cd[i]));
        } else {
            pte_w4_store_bytes(to, pte_w4_low_words(ab[i], cd[i]), 16);
            pte_w4_store_bytes(to + 16, pte_w4_high_words(ab[i], cd[i]), 16);
        }
}
#endif

PTE_INLINE pte_w4 pte_factors_of_16(const pte_s8 *from)
{
    return pte_w4_load(from) ^ pte_w4_splat(PTE_COPIES_FACTORS ? PTE_BYTES_128 : 0);
}

/* n >= 16 pixels; the last 16 may be some of those before again. */
PTE_INLINE void pte_interleave_16s(pte_s8 *to, const pte_s8 *from, ptrdiff_t apart, int32_t planes,
                                   int32_t n)
{
    for (int32_t i = 0; i < n; i += 16) {
        const int32_t first = pte_least(i, n - 16);
        const pte_s8 *const p = from + first;
        const pte_w4 a = pte_factors_of_16(p), b = pte_factors_of_16(p + apart);
        const pte_w4 c = planes > 2 ? pte_factors_of_16(p + 2 * apart) : a;
        const pte_w4 d = planes > 3 ? pte_factors_of_16(p + 3 * apart) : a;

        pte_w4_put_pixels(to + first * planes, a, b, c, d, planes);
    }
}
#endif

/* n pixels of 2 to 4 planes as factors: those of a plane are `step` from each other. Up to 63 bytes
 * may be written behind them. */
PTE_NOINLINE static void pte_interleave_factors(pte_s8 *restrict to, const pte_s8 *restrict from,
                                                ptrdiff_t apart, ptrdiff_t step, int32_t planes,
                                                int32_t n)
{
#if PTE_LANES_S8 >= 4
    if (step == 1 && n >= 16) {
        if (planes == 2)
            pte_interleave_16s(to, from, apart, 2, n);
        else if (planes == 3)
            pte_interleave_16s(to, from, apart, 3, n);
        else
            pte_interleave_16s(to, from, apart, 4, n);
        return;
    }
#endif
    for (int32_t i = 0; i < n; i++)
        for (int32_t k = 0; k < planes; k++)
            pte_copy_factor(to + i * planes + k, from + k * apart + i * step);
}

#endif
