/* SPDX-License-Identifier: 0BSD
 * The sums of products of one position whose weights are folded: pte_mcu.h. With the DSP extension
 * in assembler, as in pte_mcu_dot.c. */
#include "pte_mcu.h"

#if PTE_MCU_SPEED
#if PTE_MCU_DSP
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define FUNCTION pte_mcu_dot1_folded
#define WORDS    17
#define SECOND(w)
#define UNFOLD(a, b) "subs " b ", " b ", " a "\n\tasrs " b ", " b ", #8\n\t"
#include "mcu_dot1_by_four.inc"
#undef FUNCTION
#undef WORDS
#undef SECOND
#undef UNFOLD
#pragma GCC diagnostic pop
#else
const pte_s8 *pte_mcu_dot1_folded(uint32_t *sum, const pte_s8 *x, const pte_s8 *w, int32_t n,
                                  int32_t units)
{
    for (; units > 0; units--, sum += 2) {
        const pte_u32 *start = (const pte_u32 *)(const void *)w;
        uint32_t a = start[0], both = start[1];

        w += 8;
        for (int32_t i = 0; i < n; i++) {
            const pte_s8 *two = w + 2 * ((i & ~3) + (i & 1) * 2 + (i >> 1 & 1));

            a += (uint32_t)(x[i] * two[0]);
            both += (uint32_t)(x[i] * (two[1] * 256 + (pte_u8)two[0]));
        }
        w += 2 * n;
        sum[0] = a;
        sum[1] = (uint32_t)((int32_t)(both - a) >> 8);
    }
    return w;
}
#endif
#endif
