/* SPDX-License-Identifier: 0BSD
 * Depthwise convolutions for microcontrollers from taps to results: pte_mcu.h. With the DSP
 * extension in assembler; the sums stay in registers. */
#include "pte_mcu.h"
#include "pte_mcu_halves.h"

#if PTE_MCU_SPEED
#if PTE_MCU_DSP && !PTE_MCU_MVE
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* The functions lie at a multiple of 4: the address that adr makes counts from one. line, the first
 * tap, where the loop is entered and the end of the taps are on the stack. */
/* clang-format off */
#define PTE_MCU_FUSED_TAPS(FORM)                                                                  \
    "push {r4-r11, lr}\n\t"                                                                       \
    "ldm r3, {r3, r4, r5, r6}\n\t"                                                                \
    "adr.w r4, 1f\n\t"                                                                            \
    "rsb r6, r6, r6, lsl #3\n\t"                                                                  \
    "add r4, r4, r6, lsl #3\n\t"                                                                  \
    "orr r4, r4, #1\n\t"                                                                          \
    "push {r0, r3, r4, r5}\n"                                                                     \
    "0:\n\t"                                                                                      \
    "ldr r3, [sp, #4]\n\t"                                                                        \
    "ldm r2!, {r4-r7}\n\t"                                                                        \
    "ldr pc, [sp, #8]\n"                                                                          \
    "1:\n\t"                                                                                      \
    PTE_MCU_TEN_TAPS                                                                              \
    "ldr r12, [sp, #12]\n\t"                                                                      \
    "cmp r3, r12\n\t"                                                                             \
    "bne 1b\n\t"                                                                                  \
    "ldr r0, [sp]\n\t"                                                                            \
    "ldm r2!, {r8-r12}\n\t"                                                                       \
    FORM##_LOAD("lr", "[r0, #4]")                                                                 \
    PTE_MCU_RESULT(FORM, "r4", "r8", "r12")                                                 \
    "lsr r12, r12, #8\n\t"                                                                        \
    PTE_MCU_RESULT(FORM, "r5", "r9", "r12")                                                 \
    "lsr r12, r12, #8\n\t"                                                                        \
    PTE_MCU_RESULT(FORM, "r6", "r10", "r12")                                                \
    "lsr r12, r12, #8\n\t"                                                                        \
    PTE_MCU_RESULT(FORM, "r7", "r11", "r12")                                                \
    "bfi r4, r5, #8, #8\n\t"                                                                      \
    "bfi r4, r6, #16, #8\n\t"                                                                     \
    "bfi r4, r7, #24, #8\n\t"                                                                     \
    "ldr r3, [r0]\n\t"                                                                            \
    "ldrd r10, r11, [r0, #8]\n\t"                                                                 \
    "ldr r12, [r0, #16]\n\t"                                                                      \
    "str r4, [r3]\n\t"                                                                            \
    "add r3, r3, r11\n\t"                                                                         \
    "str r3, [r0]\n\t"                                                                            \
    "add r2, r2, r10\n\t"                                                                         \
    "adds r1, r1, r11\n\t"                                                                        \
    "cmp r2, r12\n\t"                                                                             \
    "bne 0b\n\t"                                                                                  \
    "add sp, sp, #16\n\t"                                                                         \
    "pop {r4-r11, pc}"
/* clang-format on */

__attribute__((naked, aligned(4))) void pte_mcu_fused_taps(pte_mcu_line *line, ptrdiff_t behind,
                                                           const pte_s8 *w, const pte_mcu_taps *t)
{
    __asm__(PTE_MCU_FUSED_TAPS(PTE_MCU_ANY));
}

__attribute__((naked, aligned(4))) void pte_mcu_fused_taps_rectified(pte_mcu_line *line,
                                                                     ptrdiff_t behind,
                                                                     const pte_s8 *w,
                                                                     const pte_mcu_taps *t)
{
    __asm__(PTE_MCU_FUSED_TAPS(PTE_MCU_RECTIFIED));
}
#pragma GCC diagnostic pop
#else
void pte_mcu_fused_taps(pte_mcu_line *line, ptrdiff_t behind, const pte_s8 *w,
                        const pte_mcu_taps *t)
{
    for (; w != line->end; w += line->next, line->out += line->step, behind += line->step) {
        const pte_s32 *k;
        uint32_t sum[4];
        pte_mcu_taps four = *t;

        four.last = sum + 4;
        pte_mcu_sum_taps_halves(sum, behind, w, &four);
        w += 16 + 8 * (t->end - t->tap);
        k = (const pte_s32 *)(const void *)w;
        for (int32_t i = 0; i < 4; i++)
            line->out[i] = pte_mcu_result(sum[i], k[i], ((const pte_s8 *)(k + 4))[i], line->zero);
        w += 5 * sizeof *k;
    }
}

void pte_mcu_fused_taps_rectified(pte_mcu_line *line, ptrdiff_t behind, const pte_s8 *w,
                                  const pte_mcu_taps *t)
{
    pte_mcu_fused_taps(line, behind, w, t);
}
#endif
#endif
