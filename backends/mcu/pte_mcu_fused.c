/* SPDX-License-Identifier: 0BSD
 * Convolutions for microcontrollers from factors to results: pte_mcu.h. With the DSP extension in
 * assembler; the sums stay in registers. */
#include "pte_mcu.h"
#include "pte_mcu_halves.h"

#if PTE_MCU_SPEED
#if PTE_MCU_DSP && !PTE_MCU_MVE
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define PTE_MCU_POSITION(a, b) PTE_MCU_RESULT(a, "r0", "r10") PTE_MCU_RESULT(b, "r3", "r12")

/* The function lies at a multiple of 4: the address that adr makes counts from one. t, x and where
 * the loop is entered are on the stack, the end of x in r11. */
__attribute__((naked, aligned(4))) void pte_mcu_fused(pte_mcu_tile *t, const pte_s16 *x,
                                                      const pte_s8 *w, int32_t n)
{
    /* clang-format off */
    __asm__(
        "push {r4-r11, lr}\n\t"
        "rsbs r5, r3, #0\n\t"
        "and r5, r5, #28\n\t"
        "adr.w r6, 1f\n\t"
        "add r5, r6, r5, lsl #4\n\t"
        "orr r5, r5, #1\n\t"
        "add r3, r3, r3, lsl #1\n\t"
        "add r11, r1, r3, lsl #1\n\t"
        "push {r0, r1, r5}\n"
        "0:\n\t"
        "ldrd r4, r5, [r2]\n\t"
        "ldrd r6, r7, [r2]\n\t"
        "ldrd r8, r9, [r2], #8\n\t"
        "ldr r1, [sp, #4]\n\t"
        "ldr pc, [sp, #8]\n"
        "1:\n\t"
        PTE_MCU_HALF_FOURS
        "cmp r1, r11\n\t"
        "bne 1b\n\t"
        "ldr r1, [sp]\n\t"
        "ldm r2!, {r0, r3, r10, r12}\n\t"
        "ldr lr, [r1, #12]\n\t"
        PTE_MCU_POSITION("r4", "r5")
        PTE_MCU_POSITION("r6", "r7")
        PTE_MCU_POSITION("r8", "r9")
        "ldrd r0, r3, [r1, #16]\n\t"
        "bfi r4, r5, #8, #8\n\t"
        "bfi r4, r6, #16, #8\n\t"
        "bfi r4, r7, #24, #8\n\t"
        "bfi r8, r9, #8, #8\n\t"
        "cmp r0, #1\n\t"
        "beq 2f\n\t"
        PTE_MCU_BOUND("r4", "r0", "r3")
        PTE_MCU_BOUND("r8", "r0", "r3")
        "2:\n\t"
        "ldm r1, {r5, r6, r7}\n\t"
        "lsr r9, r4, #16\n\t"
        "strh r8, [r7], #2\n\t"
        "strh r9, [r6], #2\n\t"
        "strh r4, [r5], #2\n\t"
        "ldr r9, [r1, #24]\n\t"
        "stm r1, {r5, r6, r7}\n\t"
        "cmp r2, r9\n\t"
        "bne 0b\n\t"
        "add sp, sp, #12\n\t"
        "pop {r4-r11, pc}");
    /* clang-format on */
}
#pragma GCC diagnostic pop
#else
void pte_mcu_fused(pte_mcu_tile *t, const pte_s16 *x, const pte_s8 *w, int32_t n)
{
    while (w != t->end) {
        uint32_t sum[PTE_MCU_POSITIONS * PTE_MCU_CHANNELS];
        const pte_s32 *k;

        w = pte_mcu_dot_halves(sum, x, w, n, 1);
        k = (const pte_s32 *)(const void *)w;
        for (int32_t i = PTE_MCU_POSITIONS - 1; i >= 0; i--)
            for (int32_t a = 0; a < 2; a++)
                *t->out[i]++ = (pte_s8)pte_mcu_result(sum[PTE_MCU_CHANNELS * i + a], k[a], k[2 + a],
                                                      &t->range);
        w += 4 * sizeof *k;
    }
}
#endif
#endif
