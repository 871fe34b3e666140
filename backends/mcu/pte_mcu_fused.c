/* SPDX-License-Identifier: 0BSD
 * Convolutions for microcontrollers from factors to results: pte_mcu.h. With the DSP extension in
 * assembler; the sums stay in registers. */
#include "pte_mcu.h"
#include "pte_mcu_halves.h"

#if PTE_MCU_SPEED
#if PTE_MCU_DSP && !PTE_MCU_MVE
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define PTE_MCU_POSITION(FORM, a, b)                                                               \
    PTE_MCU_RESULT(FORM, a, "r0", "r10") PTE_MCU_RESULT(FORM, b, "r3", "r12")

/* The functions lie at a multiple of 4: the address that adr makes counts from one. On the stack
 * are where results go, x, where the loop is entered, the zero point and the end of the weights;
 * the end of x is in r11. */
/* clang-format off */
#define PTE_MCU_FUSED(FORM)                                                                       \
    "push {r4-r11, lr}\n\t"                                                                       \
    "rsbs r5, r3, #0\n\t"                                                                         \
    "and r5, r5, #28\n\t"                                                                         \
    "adr.w r6, 1f\n\t"                                                                            \
    "add r5, r6, r5, lsl #4\n\t"                                                                  \
    "orr r5, r5, #1\n\t"                                                                          \
    "add r3, r3, r3, lsl #1\n\t"                                                                  \
    "add r11, r1, r3, lsl #1\n\t"                                                                 \
    "ldm r0, {r6-r10}\n\t"                                                                        \
    "sub sp, sp, #28\n\t"                                                                         \
    "stm sp, {r6, r7, r8}\n\t"                                                                    \
    "strd r1, r5, [sp, #12]\n\t"                                                                  \
    "strd r9, r10, [sp, #20]\n"                                                                   \
    "0:\n\t"                                                                                      \
    "ldrd r4, r5, [r2]\n\t"                                                                       \
    "ldrd r6, r7, [r2]\n\t"                                                                       \
    "ldrd r8, r9, [r2], #8\n\t"                                                                   \
    "ldr r1, [sp, #12]\n\t"                                                                       \
    "ldr pc, [sp, #16]\n"                                                                         \
    "1:\n\t"                                                                                      \
    PTE_MCU_HALF_FOURS                                                                            \
    "cmp r1, r11\n\t"                                                                             \
    "bne 1b\n\t"                                                                                  \
    "ldm r2!, {r0, r3, r10, r12}\n\t"                                                             \
    FORM##_LOAD("lr", "[sp, #20]")                                                                \
    PTE_MCU_POSITION(FORM, "r4", "r5")                                                            \
    PTE_MCU_POSITION(FORM, "r6", "r7")                                                            \
    PTE_MCU_POSITION(FORM, "r8", "r9")                                                            \
    "ldm sp, {r0, r3, r10}\n\t"                                                                   \
    "ldr r12, [sp, #24]\n\t"                                                                      \
    "strb r8, [r10], #1\n\t"                                                                      \
    "strb r9, [r10], #1\n\t"                                                                      \
    "strb r6, [r3], #1\n\t"                                                                       \
    "strb r7, [r3], #1\n\t"                                                                       \
    "strb r4, [r0], #1\n\t"                                                                       \
    "strb r5, [r0], #1\n\t"                                                                       \
    "stm sp, {r0, r3, r10}\n\t"                                                                   \
    "cmp r2, r12\n\t"                                                                             \
    "bne 0b\n\t"                                                                                  \
    "add sp, sp, #28\n\t"                                                                         \
    "pop {r4-r11, pc}"
/* clang-format on */

__attribute__((naked, aligned(4))) void pte_mcu_fused(const pte_mcu_tile *t, const pte_s16 *x,
                                                      const pte_s8 *w, int32_t n)
{
    __asm__(PTE_MCU_FUSED(PTE_MCU_ANY));
}

__attribute__((naked, aligned(4))) void
pte_mcu_fused_rectified(const pte_mcu_tile *t, const pte_s16 *x, const pte_s8 *w, int32_t n)
{
    __asm__(PTE_MCU_FUSED(PTE_MCU_RECTIFIED));
}
#pragma GCC diagnostic pop
#else
void pte_mcu_fused(const pte_mcu_tile *t, const pte_s16 *x, const pte_s8 *w, int32_t n)
{
    for (int32_t at = 0; w != t->end; at += 2) {
        uint32_t sum[PTE_MCU_POSITIONS * PTE_MCU_CHANNELS];
        const pte_s32 *k;

        w = pte_mcu_dot_halves(sum, x, w, n, 1);
        k = (const pte_s32 *)(const void *)w;
        for (int32_t i = PTE_MCU_POSITIONS - 1; i >= 0; i--)
            for (int32_t a = 0; a < 2; a++)
                t->out[i][at + a] =
                    pte_mcu_result(sum[PTE_MCU_CHANNELS * i + a], k[a], k[2 + a], t->zero);
        w += 4 * sizeof *k;
    }
}

void pte_mcu_fused_rectified(const pte_mcu_tile *t, const pte_s16 *x, const pte_s8 *w, int32_t n)
{
    pte_mcu_fused(t, x, w, n);
}
#endif
#endif
