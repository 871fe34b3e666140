/* SPDX-License-Identifier: 0BSD
 * Of four positions the sums of two channels and their results, with Helium: lines of assembler. */
#ifndef PTE_MCU_TILE16_H
#define PTE_MCU_TILE16_H

/* w: r7; of the four positions the sums of two channels are in r0, r2; r4, r6; r8, r10; r12, lr. */
#define PTE_MCU_TWO_WEIGHTS                                                                        \
    "vldrb.8 q0, [r7], #16\n\t"                                                                    \
    "vldrb.8 q1, [r7], #16\n\t"
#define PTE_MCU_ADD_POSITION(x, a, b)                                                              \
    "vmladava.s8 " a ", " x ", q0\n\t"                                                             \
    "vmladava.s8 " b ", " x ", q1\n\t"
#define PTE_MCU_FIRST_POSITION(x, a, b)                                                            \
    "vmladav.s8 " a ", " x ", q0\n\t"                                                              \
    "vmladav.s8 " b ", " x ", q1\n\t"
#define PTE_MCU_LOAD_POSITION(from, a, b)                                                          \
    "vldrb.8 q2, " from "\n\t" PTE_MCU_ADD_POSITION("q2", a, b)
/* Sixteen products of each, whose factors r1 moves on over. */
#define PTE_MCU_SIXTEEN(WEIGHTS)                                                                   \
    WEIGHTS                                                                                        \
    PTE_MCU_LOAD_POSITION("[r1], #16", "r0", "r2")                                                 \
    PTE_MCU_LOAD_POSITION("[r1], #16", "r4", "r6")                                                 \
    PTE_MCU_LOAD_POSITION("[r1], #16", "r8", "r10")                                                \
    PTE_MCU_LOAD_POSITION("[r1], #16", "r12", "lr")
/* Those of the first sixteen, which are in q4 to q7. */
#define PTE_MCU_FIRST_BLOCK16                                                                      \
    PTE_MCU_TWO_WEIGHTS                                                                            \
    PTE_MCU_FIRST_POSITION("q4", "r0", "r2")                                                       \
    PTE_MCU_FIRST_POSITION("q5", "r4", "r6")                                                       \
    PTE_MCU_FIRST_POSITION("q6", "r8", "r10")                                                      \
    PTE_MCU_FIRST_POSITION("q7", "r12", "lr")

/* Scaled sums and the zero point, which is in r12, of two channels; lr: 1. Halves are rounded away
 * from zero by the sign that vqdmlah adds. If the zero point is -128, negative sums have the lowest
 * result, however they are rounded. */
#define PTE_MCU_ANY_LANES                                                                          \
    "ldr r12, [sp, #4]\n\t"                                                                        \
    "mov lr, #1\n\t"                                                                               \
    "vqdmlah.s32 q0, q0, lr\n\t"                                                                   \
    "vqdmlah.s32 q1, q1, lr\n\t"
#define PTE_MCU_RECTIFIED_LANES "mvn r12, #127\n\t"

/* The results of those sums, whose numbers are at r7, go to r9, at the places in q3. On the stack
 * are the end of results and the zero point. As long as there are results to come, it goes back to
 * 0. */
/* clang-format off */
#define PTE_MCU_RESULTS4(FORM)                                                                    \
    "vmov q0[2], q0[0], r0, r8\n\t"                                                               \
    "vmov q0[3], q0[1], r4, r12\n\t"                                                              \
    "vmov q1[2], q1[0], r2, r10\n\t"                                                              \
    "vmov q1[3], q1[1], r6, lr\n\t"                                                               \
    "ldm r7!, {r0, r2, r4, r6, r8, r10}\n\t"                                                      \
    "vadd.i32 q0, q0, r0\n\t"                                                                     \
    "vadd.i32 q1, q1, r2\n\t"                                                                     \
    "vqrdmulh.s32 q0, q0, r4\n\t"                                                                 \
    "vqrdmulh.s32 q1, q1, r6\n\t"                                                                 \
    FORM##_LANES                                                                                  \
    "vrshl.s32 q0, r8\n\t"                                                                        \
    "vrshl.s32 q1, r10\n\t"                                                                       \
    "vqmovnb.s32 q0, q0\n\t"                                                                      \
    "vqmovnt.s32 q0, q1\n\t"                                                                      \
    "vqadd.s16 q0, q0, r12\n\t"                                                                   \
    "vqmovnb.s16 q0, q0\n\t"                                                                      \
    "vstrb.16 q0, [r9, q3]\n\t"                                                                   \
    "ldr r0, [sp]\n\t"                                                                            \
    "adds r9, #2\n\t"                                                                             \
    "cmp r9, r0\n\t"                                                                              \
    "bne 0b\n\t"
/* clang-format on */

#endif
