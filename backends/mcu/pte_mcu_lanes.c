/* SPDX-License-Identifier: 0BSD
 * The sums of four positions and their results, with Helium: pte_mcu_lanes.h. In assembler: no
 * compiler keeps so much in registers. */
#include "pte_mcu_lanes.h"
#include "pte_mcu_tile16.h"

#if PTE_MCU_MVE
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* 14 instructions of 4 bytes */
#define PTE_MCU_BLOCK16 PTE_MCU_SIXTEEN(PTE_MCU_TWO_WEIGHTS)

/* The first sixteen factors of each position stay in q4 to q7, the places of results in q3. r3: the
 * other factors, r11: their end, r9: where results go; r5: where the loop is entered, by what the
 * blocks without the first leave over of fours. On the stack are the end of results and the zero
 * point. The functions lie at a multiple of 4, from where adr counts. */
/* clang-format off */
#define PTE_MCU_SUM_TILE16(FORM)                                                                  \
    "push {r4-r11, lr}\n\t"                                                                       \
    "vpush {d8-d15}\n\t"                                                                          \
    "vldrw.32 q3, [r0, #32]\n\t"                                                                  \
    "ldrd r3, r11, [r0]\n\t"                                                                      \
    "ldrd r7, r9, [r0, #8]\n\t"                                                                   \
    "ldrd r1, r4, [r0, #16]\n\t"                                                                  \
    "ldr r2, [r0, #24]\n\t"                                                                       \
    "push {r1, r2}\n\t"                                                                           \
    "vldrb.8 q4, [r3], #16\n\t"                                                                   \
    "vldrb.8 q5, [r3], #16\n\t"                                                                   \
    "vldrb.8 q6, [r3], #16\n\t"                                                                   \
    "vldrb.8 q7, [r3], #16\n\t"                                                                   \
    "subs r4, r4, #1\n\t"                                                                         \
    "and r4, r4, #3\n\t"                                                                          \
    "rsb r4, r4, r4, lsl #3\n\t" /* seven times 8 bytes for a block */                            \
    "adr.w r5, 2f\n\t"                                                                            \
    "sub r5, r5, r4, lsl #3\n"                                                                    \
    "0:\n\t"                                                                                      \
    PTE_MCU_FIRST_BLOCK16                                                                         \
    "mov r1, r3\n\t"                                                                              \
    "mov pc, r5\n"                                                                                \
    "1:\n\t"                                                                                      \
    PTE_MCU_BLOCK16 PTE_MCU_BLOCK16 PTE_MCU_BLOCK16 PTE_MCU_BLOCK16                               \
    "2:\n\t"                                                                                      \
    "cmp r1, r11\n\t"                                                                             \
    "bne 1b\n\t"                                                                                  \
    PTE_MCU_RESULTS4(FORM)                                                                        \
    "add sp, sp, #8\n\t"                                                                          \
    "vpop {d8-d15}\n\t"                                                                           \
    "pop {r4-r11, pc}"
/* clang-format on */

__attribute__((naked, aligned(4))) void pte_mcu_sum_tile16(const pte_mcu_tile16 *t)
{
    __asm__(PTE_MCU_SUM_TILE16(PTE_MCU_ANY));
}

__attribute__((naked, aligned(4))) void pte_mcu_sum_tile16_rectified(const pte_mcu_tile16 *t)
{
    __asm__(PTE_MCU_SUM_TILE16(PTE_MCU_RECTIFIED));
}
#pragma GCC diagnostic pop
#endif
