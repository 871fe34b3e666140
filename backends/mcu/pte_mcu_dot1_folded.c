/* SPDX-License-Identifier: 0BSD
 * The sums of products of one position whose weights are folded: pte_mcu.h. With the DSP extension
 * in assembler, as in pte_mcu_dot.c, and for Cortex-M0+, as in mcu_dot_thumb1.inc. */
#include "pte_mcu.h"

#if PTE_MCU_FOLDS
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
#elif PTE_MCU_THUMB1
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* Adds the products of a factor, in r5, with the lower byte of a half of w and with all of that
 * half: of the lower one, then of the upper one, after which w is lost. */
#define LOWER_FOLDED(w)                                                                            \
    "sxtb r6, " w "\n\t"                                                                           \
    "muls r6, r5, r6\n\t"                                                                          \
    "add r8, r6\n\t"                                                                               \
    "sxth r6, " w "\n\t"                                                                           \
    "muls r6, r5, r6\n\t"                                                                          \
    "add r9, r6\n\t"
#define UPPER_FOLDED(w)                                                                            \
    "asrs " w ", " w ", #16\n\t"                                                                   \
    "sxtb r6, " w "\n\t"                                                                           \
    "muls r6, r5, r6\n\t"                                                                          \
    "add r8, r6\n\t"                                                                               \
    "muls " w ", r5, " w "\n\t"                                                                    \
    "add r9, " w "\n\t"
#define TWO_FOLDED(HALF)                                                                           \
    "ldrsb r5, [r1, r0]\n\t" HALF("r3") "ldrsb r5, [r1, r7]\n\t" HALF("r4") "adds r1, r1, #2\n\t"

/* The sums are in r8 and r9, the end of x is in r10, the units that are left in r12; r0 is 0, r7 is
 * 1. */
__attribute__((naked)) const pte_s8 *pte_mcu_dot1_folded(uint32_t *sum, const pte_s8 *x,
                                                         const pte_s8 *w, int32_t n, int32_t units)
{
    __asm__(PTE_MCU_UNIFIED("push {r4-r7, lr}\n\t"
                            "mov r4, r8\n\t"
                            "mov r5, r9\n\t"
                            "mov r6, r10\n\t"
                            "mov r7, r11\n\t"
                            "push {r3-r7}\n\t"
                            "ldr r7, [sp, #40]\n\t"
                            "mov r12, r7\n\t"
                            "adds r3, r3, r1\n\t"
                            "mov r10, r3\n\t"
                            "mov r11, r0\n\t"
                            "movs r0, #0\n\t"
                            "movs r7, #1\n"
                            "0:\n\t"
                            "ldmia r2!, {r3, r4}\n\t"
                            "mov r8, r3\n\t"
                            "mov r9, r4\n"
                            "1:\n\t"
                            "ldmia r2!, {r3, r4}\n\t" TWO_FOLDED(LOWER_FOLDED)
                                TWO_FOLDED(UPPER_FOLDED) "cmp r1, r10\n\t"
                                                         "bne 1b\n\t"
                                                         "mov r3, r8\n\t"
                                                         "mov r4, r9\n\t"
                                                         "subs r4, r4, r3\n\t"
                                                         "asrs r4, r4, #8\n\t"
                                                         "mov r5, r11\n\t"
                                                         "stmia r5!, {r3, r4}\n\t"
                                                         "mov r11, r5\n\t"
                                                         "ldr r3, [sp]\n\t"
                                                         "subs r1, r1, r3\n\t"
                                                         "mov r3, r12\n\t"
                                                         "subs r3, r3, #1\n\t"
                                                         "mov r12, r3\n\t"
                                                         "bne 0b\n\t"
                                                         "mov r0, r2\n\t"
                                                         "pop {r3-r7}\n\t"
                                                         "mov r8, r4\n\t"
                                                         "mov r9, r5\n\t"
                                                         "mov r10, r6\n\t"
                                                         "mov r11, r7\n\t"
                                                         "pop {r4-r7, pc}\n\t"));
}
#undef TWO_FOLDED
#undef UPPER_FOLDED
#undef LOWER_FOLDED
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
