/* SPDX-License-Identifier: 0BSD
 * The sums of convolutions for microcontrollers whose weights are halves: pte_mcu.h. With the DSP
 * extension in assembler, as in pte_mcu_dot.c, eight fours of products in a turn. */
#include "pte_mcu.h"
#include "pte_mcu_halves.h"

#if PTE_MCU_SPEED
#if PTE_MCU_DSP && !PTE_MCU_MVE
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

__attribute__((naked, aligned(4))) const pte_s8 *
pte_mcu_dot_halves(uint32_t *sum, const pte_s16 *x, const pte_s8 *w, int32_t n, int32_t units)
{
    __asm__(PTE_MCU_DOT("add r5, r6, r5, lsl #4\n\t", PTE_MCU_HALF_FOURS));
}
#pragma GCC diagnostic pop
#else
/* Factor k of position i, where pte_mcu_widen() puts it. */
PTE_INLINE int32_t pte_mcu_factor(const pte_s16 *x, int32_t k, int32_t i)
{
    const int32_t place = (k & ~3) + (k & 1) * 2 + (k >> 1 & 1);

#if PTE_MCU_MVE
    return ((const pte_s8 *)x)[(place >> 4) * 64 + 16 * i + (place & 15)];
#else
    return x[(place >> 1) * 2 * PTE_MCU_POSITIONS + 2 * i + (place & 1)];
#endif
}

const pte_s8 *pte_mcu_dot_halves(uint32_t *sum, const pte_s16 *x, const pte_s8 *w, int32_t n,
                                 int32_t units)
{
    for (; units > 0; units--, sum += 2) {
        const pte_u32 *start = (const pte_u32 *)(const void *)w;
        const pte_s16 *half = (const pte_s16 *)(const void *)(w + 8);

        for (int32_t i = 0; i < PTE_MCU_POSITIONS; i++) {
            uint32_t a = start[0], b = start[1];

            for (int32_t k = 0; k < n; k++) {
                const int32_t place = (k & ~3) * 2 + (k & 1) * 4 + (k >> 1 & 1);
                const int32_t factor = pte_mcu_factor(x, k, i);

                a += (uint32_t)(factor * half[place]);
                b += (uint32_t)(factor * half[place + 2]);
            }
            sum[PTE_MCU_CHANNELS * i] = a;
            sum[PTE_MCU_CHANNELS * i + 1] = b;
        }
        w += 8 + 4 * n;
    }
    return w;
}
#endif
#endif
