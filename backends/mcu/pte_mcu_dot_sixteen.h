/* SPDX-License-Identifier: 0BSD
 * The sums of convolutions with Helium, sixteen products at a time. */
#ifndef PTE_MCU_DOT_SIXTEEN_H
#define PTE_MCU_DOT_SIXTEEN_H

#include "pte_mcu_tile16.h"

/* What pte_mcu_dot() and pte_mcu_dot_s4() do. WEIGHTS loads those of sixteen products from r7,
 * which moves on, and may change q0 to q3. PAST makes of r9, the products by which n falls short of
 * sixteens, the bytes that r7 goes past the unit. SKIP takes from r5, the end of the loop, the
 * bytes of the code for r6 products, a multiple of 16.
 * The function lies at a multiple of 4: the address that adr makes counts from one.
 * sum in r11, the end of x in r3; of the four positions the sums are in r0, r2; r4, r6; ...; in r5
 * where the loop is entered, by what n / 16 - 1 leaves over of fours. The first sixteen of x stay
 * in q4 to q7; the end of the sums and the other x are on the stack. */
/* clang-format off */
#define PTE_MCU_DOT16(WEIGHTS, PAST, SKIP)                                                        \
    "push {r4-r11, lr}\n\t"                                                                       \
    "ldr r4, [sp, #36]\n\t"                                                                       \
    "vpush {d8-d15}\n\t"                                                                          \
    "mov r7, r2\n\t"                                                                              \
    "mov r11, r0\n\t"                                                                             \
    "add r0, r0, r4, lsl #3\n\t"                                                                  \
    "vldrb.8 q4, [r1], #16\n\t"                                                                   \
    "vldrb.8 q5, [r1], #16\n\t"                                                                   \
    "vldrb.8 q6, [r1], #16\n\t"                                                                   \
    "vldrb.8 q7, [r1], #16\n\t"                                                                   \
    "push {r0, r1}\n\t"                                                                           \
    "sub r6, r3, #1\n\t"                                                                          \
    "bic r6, r6, #15\n\t"                                                                         \
    "add r9, r6, #16\n\t"                                                                         \
    "sub r9, r9, r3\n\t"                                                                          \
    PAST                                                                                          \
    "add r3, r1, r6, lsl #2\n\t"                                                                  \
    "and r6, r6, #48\n\t"                                                                         \
    "adr.w r5, 2f\n\t"                                                                            \
    SKIP                                                                                          \
    "0:\n\t"                                                                                      \
    "ldrd r0, r2, [r7]\n\t"                                                                       \
    "ldrd r4, r6, [r7]\n\t"                                                                       \
    "ldrd r8, r10, [r7]\n\t"                                                                      \
    "ldrd r12, lr, [r7], #8\n\t"                                                                  \
    "ldr r1, [sp, #4]\n\t"                                                                        \
    WEIGHTS                                                                                       \
    PTE_MCU_ADD_POSITION("q4", "r0", "r2")                                                        \
    PTE_MCU_ADD_POSITION("q5", "r4", "r6")                                                        \
    PTE_MCU_ADD_POSITION("q6", "r8", "r10")                                                       \
    PTE_MCU_ADD_POSITION("q7", "r12", "lr")                                                       \
    "mov pc, r5\n"                                                                                \
    "1:\n\t"                                                                                      \
    PTE_MCU_SIXTEEN(WEIGHTS) PTE_MCU_SIXTEEN(WEIGHTS)                                             \
    PTE_MCU_SIXTEEN(WEIGHTS) PTE_MCU_SIXTEEN(WEIGHTS)                                             \
    "2:\n\t"                                                                                      \
    "cmp r1, r3\n\t"                                                                              \
    "bne 1b\n\t"                                                                                  \
    "ldr r1, [sp]\n\t"                                                                            \
    "sub r7, r7, r9\n\t"                                                                          \
    "strd r4, r6, [r11, #64]\n\t"                                                                 \
    "strd r8, r10, [r11, #128]\n\t"                                                               \
    "strd r12, lr, [r11, #192]\n\t"                                                               \
    "strd r0, r2, [r11], #8\n\t"                                                                  \
    "cmp r11, r1\n\t"                                                                             \
    "bne 0b\n\t"                                                                                  \
    "mov r0, r7\n\t"                                                                              \
    "add sp, sp, #8\n\t"                                                                          \
    "vpop {d8-d15}\n\t"                                                                           \
    "pop {r4-r11, pc}"
/* clang-format on */

#endif
