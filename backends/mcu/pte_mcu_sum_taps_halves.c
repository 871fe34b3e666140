/* SPDX-License-Identifier: 0BSD
 * The sums of depthwise convolutions whose weights are halves. With the DSP extension in assembler,
 * as in pte_mcu_dot_halves.c, five pairs of taps in a loop. */
#include "pte_mcu.h"
#include "pte_mcu_halves.h"

#if PTE_MCU_SPEED
#if PTE_MCU_DSP && !PTE_MCU_MVE
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* The function lies at a multiple of 4: the address that adr makes counts from one.
 * sum, the first tap, where the loop is entered, the end of the sums and that of the taps are on
 * the stack. */
__attribute__((naked, aligned(4))) void
pte_mcu_sum_taps_halves(uint32_t *sum, ptrdiff_t behind, const pte_s8 *w, const pte_mcu_taps *t)
{
    __asm__("push {r4-r11, lr}\n\t"
            "ldm r3, {r3, r5, r6, r7}\n\t"
            "adr.w r4, 1f\n\t"
            "rsb r7, r7, r7, lsl #3\n\t"
            "add r4, r4, r7, lsl #3\n\t"
            "orr r4, r4, #1\n\t"
            "push {r0, r3, r4, r5, r6}\n"
            "0:\n\t"
            "ldr r3, [sp, #4]\n\t"
            "ldm r2!, {r4-r7}\n\t"
            "ldr pc, [sp, #8]\n"
            "1:\n\t" PTE_MCU_TEN_TAPS "ldr r12, [sp, #16]\n\t"
            "cmp r3, r12\n\t"
            "bne 1b\n\t"
            "ldr r0, [sp]\n\t"
            "ldr r8, [sp, #12]\n\t"
            "adds r1, r1, #4\n\t"
            "stm r0!, {r4-r7}\n\t"
            "str r0, [sp]\n\t"
            "cmp r0, r8\n\t"
            "bne 0b\n\t"
            "add sp, sp, #20\n\t"
            "pop {r4-r11, pc}");
}
#pragma GCC diagnostic pop
#else
void pte_mcu_sum_taps_halves(uint32_t *sum, ptrdiff_t behind, const pte_s8 *w,
                             const pte_mcu_taps *t)
{
    for (; sum != t->last; sum += 4, behind += 4) {
        const pte_u32 *start = (const pte_u32 *)(const void *)w;
        const pte_s16 *half = (const pte_s16 *)(const void *)(w + 16);

        for (int32_t i = 0; i < 4; i++)
            sum[i] = start[i];
        for (const pte_s8 *const *tap = t->tap; tap != t->end; tap += 2, half += 8)
            for (int32_t i = 0; i < 4; i++)
                sum[i] += (uint32_t)(tap[0][behind + i] * half[2 * i] +
                                     tap[1][behind + i] * half[2 * i + 1]);
        w = (const pte_s8 *)half;
    }
}
#endif
#endif
