/* SPDX-License-Identifier: 0BSD
 * Products with weights that are halves, and results, with the DSP extension. */
#ifndef PTE_MCU_HALVES_H
#define PTE_MCU_HALVES_H

/* Two factors of three positions with those of two channels: sums in r4 to r9, x in r1, w in r2;
 * eight instructions of 4 bytes. */
#define PTE_MCU_HALF_PAIRS                                                                         \
    "ldm r1!, {r0, r3, r10}\n\t"                                                                   \
    "ldrd r12, lr, [r2], #8\n\t"                                                                   \
    "smlad r4, r0, r12, r4\n\t"                                                                    \
    "smlad r5, r0, lr, r5\n\t"                                                                     \
    "smlad r6, r3, r12, r6\n\t"                                                                    \
    "smlad r7, r3, lr, r7\n\t"                                                                     \
    "smlad r8, r10, r12, r8\n\t"                                                                   \
    "smlad r9, r10, lr, r9\n\t"
#define PTE_MCU_HALF_FOUR PTE_MCU_HALF_PAIRS PTE_MCU_HALF_PAIRS
/* Eight fours of factors, a turn of a loop. */
#define PTE_MCU_HALF_FOURS                                                                         \
    PTE_MCU_HALF_FOUR PTE_MCU_HALF_FOUR PTE_MCU_HALF_FOUR PTE_MCU_HALF_FOUR PTE_MCU_HALF_FOUR      \
        PTE_MCU_HALF_FOUR PTE_MCU_HALF_FOUR PTE_MCU_HALF_FOUR

/* What pte_mcu_dot() and pte_mcu_dot_halves() do, in turns of eight fours of factors. SKIP adds to
 * r6, where the turn's code starts, as much of it as r5, 4 times the fours that the first turn
 * leaves out, says; r5 becomes the sum. The function lies at a multiple of 4: the address that adr
 * makes counts from one. sum, x, the end of the sums and where the loop is entered are on the
 * stack, the end of x in r11. */
/* clang-format off */
#define PTE_MCU_DOT(SKIP, FOURS)                                                                  \
    "push {r4-r11, lr}\n\t"                                                                       \
    "ldr r4, [sp, #36]\n\t"                                                                       \
    "rsbs r5, r3, #0\n\t"                                                                         \
    "and r5, r5, #28\n\t"                                                                         \
    "adr.w r6, 1f\n\t"                                                                            \
    SKIP                                                                                          \
    "orr r5, r5, #1\n\t"                                                                          \
    "add r3, r3, r3, lsl #1\n\t"                                                                  \
    "add r11, r1, r3, lsl #1\n\t"                                                                 \
    "add r4, r0, r4, lsl #3\n\t"                                                                  \
    "push {r0, r1, r4, r5}\n"                                                                     \
    "0:\n\t"                                                                                      \
    "ldrd r4, r5, [r2]\n\t"                                                                       \
    "ldrd r6, r7, [r2]\n\t"                                                                       \
    "ldrd r8, r9, [r2], #8\n\t"                                                                   \
    "ldr r1, [sp, #4]\n\t"                                                                        \
    "ldr pc, [sp, #12]\n"                                                                         \
    "1:\n\t"                                                                                      \
    FOURS                                                                                         \
    "cmp r1, r11\n\t"                                                                             \
    "bne 1b\n\t"                                                                                  \
    "ldr r0, [sp]\n\t"                                                                            \
    "ldr r3, [sp, #8]\n\t"                                                                        \
    "strd r6, r7, [r0, #64]\n\t"                                                                  \
    "strd r8, r9, [r0, #128]\n\t"                                                                 \
    "strd r4, r5, [r0], #8\n\t"                                                                   \
    "str r0, [sp]\n\t"                                                                            \
    "cmp r0, r3\n\t"                                                                              \
    "bne 0b\n\t"                                                                                  \
    "mov r0, r2\n\t"                                                                              \
    "add sp, sp, #16\n\t"                                                                         \
    "pop {r4-r11, pc}"
/* clang-format on */

/* Two taps of four channels: the sums are in r4 to r7, `behind` in r1, w in r2, the tap in r3; 14
 * instructions of 4 bytes. */
#define PTE_MCU_TWO_TAPS                                                                           \
    "ldrd r8, r9, [r3], #8\n\t"                                                                    \
    "ldr.w r8, [r8, r1]\n\t"                                                                       \
    "ldr.w r9, [r9, r1]\n\t"                                                                       \
    "ldm r2!, {r0, r10, r11, r12}\n\t"                                                             \
    "pkhbt lr, r8, r9, lsl #16\n\t"                                                                \
    "pkhtb r9, r9, r8, asr #16\n\t"                                                                \
    "sxtb16 r8, lr\n\t"                                                                            \
    "sxtb16 lr, lr, ror #8\n\t"                                                                    \
    "smlad r4, r8, r0, r4\n\t"                                                                     \
    "smlad r5, lr, r10, r5\n\t"                                                                    \
    "sxtb16 r8, r9\n\t"                                                                            \
    "sxtb16 r9, r9, ror #8\n\t"                                                                    \
    "smlad r6, r8, r11, r6\n\t"                                                                    \
    "smlad r7, r9, r12, r7\n\t"
#define PTE_MCU_TEN_TAPS                                                                           \
    PTE_MCU_TWO_TAPS PTE_MCU_TWO_TAPS PTE_MCU_TWO_TAPS PTE_MCU_TWO_TAPS PTE_MCU_TWO_TAPS

/* A result of a scaled sum, its shift and its zero point. In the first form halves are rounded away
 * from zero. The second is for the zero point -128: what negative sums have is then the lowest
 * result, however they are rounded; nor is the zero point loaded. */
#define PTE_MCU_ANY_ROUND(v, shift, zero)                                                          \
    "add " v ", " v ", " v ", asr #31\n\t"                                                         \
    "asrs " v ", " v ", " shift "\n\t"                                                             \
    "adc " v ", " v ", " zero "\n\t"                                                               \
    "ssat " v ", #8, " v "\n\t"
#define PTE_MCU_ANY_LOAD(zero, from) "ldr " zero ", " from "\n\t"
#define PTE_MCU_RECTIFIED_ROUND(v, shift, zero)                                                    \
    "asrs " v ", " v ", " shift "\n\t"                                                             \
    "sbc " v ", " v ", #127\n\t"                                                                   \
    "ssat " v ", #8, " v "\n\t"
#define PTE_MCU_RECTIFIED_LOAD(zero, from)
/* The same of twice a sum; the zero point is in lr. */
#define PTE_MCU_RESULT(FORM, sum, mult, shift)                                                     \
    "smmulr " sum ", " sum ", " mult "\n\t" FORM##_ROUND(sum, shift, "lr")

#endif
