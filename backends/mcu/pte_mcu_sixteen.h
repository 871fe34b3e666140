/* SPDX-License-Identifier: 0BSD
 * Sums of sixteen channels and their results, with Helium. In assembler: the compiler does not do
 * with eight vectors. Channels 0, 4, 8 and 12 are in q0, 1, 5, 9 and 13 in q1, ... */
#ifndef PTE_MCU_SIXTEEN_H
#define PTE_MCU_SIXTEEN_H

#include "pte_mcu.h"

#if PTE_MCU_MVE
/* What belongs to all sums of a layer, %[c] of the assembler code. In bytes, where four fours of
 * channels have their numbers; of a depthwise convolution, where they start, and the weights of a
 * tap in them. */
typedef struct pte_mcu_sixteen {
    uint32x4_t numbers;
    int8x16_t lo, hi;
    uint32x4_t starts;
    uint8x16_t weights; /* 0 1 4 5 of each four */
    int32_t zero, taps;
} pte_mcu_sixteen;

/* A depthwise convolution has so many taps at most: each weight has its place in a byte. */
enum { PTE_MCU_TAPS16 = ((255 - 5) / 3 - 16) / 4 };

/* words: from the numbers of four channels to the next; fours: 4; 2 or 1 if two or four
 * positions of as many fours of channels are taken together */
void pte_mcu_start_sixteen(pte_mcu_sixteen *s, const pte_mcu_range *r, int32_t words, int32_t taps,
                           uint32_t fours);

#define PTE_MCU_VECTORS16 "q0", "q1", "q2", "q3", "q5", "q6", "q7"

/* A tap's products of even and of odd channels in q6 and q4. */
#define PTE_MCU_PRODUCTS                                                                           \
    "vldrb.8 q4, [%[x]]\n\t"                                                                       \
    "vldrb.u8 q5, [%[w], q7]\n\t"                                                                  \
    "vmullb.s8 q6, q4, q5\n\t"                                                                     \
    "vmullt.s8 q4, q4, q5\n\t"
/* half: 2^15, to add upper halves of 32 bits */
#define PTE_MCU_WIDEN                                                                              \
    "vmovlb.s16 q5, q6\n\t"                                                                        \
    "vadd.i32 q0, q0, q5\n\t"                                                                      \
    "vqdmlah.s32 q2, q6, %[half]\n\t"                                                              \
    "vmovlb.s16 q5, q4\n\t"                                                                        \
    "vadd.i32 q1, q1, q5\n\t"                                                                      \
    "vqdmlah.s32 q3, q4, %[half]\n"
/* The sums of taps `behind` tap[0], ...; w: where the starts are. Two taps' products are added in
 * 16 bits. No vector is left for `weights`. */
#define PTE_MCU_SUM16                                                                              \
    "vldrw.32 q7, [%[c], #48]\n\t"                                                                 \
    "vadd.i32 q7, q7, %[w]\n\t"                                                                    \
    "vldrw.u32 q0, [q7]\n\t"                                                                       \
    "vldrw.u32 q1, [q7, #4]\n\t"                                                                   \
    "vldrw.u32 q2, [q7, #8]\n\t"                                                                   \
    "vldrw.u32 q3, [q7, #12]\n\t"                                                                  \
    "adds %[w], %[w], #16\n\t"                                                                     \
    "ldr lr, [%[c], #84]\n\t"                                                                      \
    "lsr lr, lr, #1\n\t"                                                                           \
    "wls lr, lr, 2f\n"                                                                             \
    "1:\n\t"                                                                                       \
    "vldrb.8 q7, [%[c], #64]\n\t"                                                                  \
    "ldrd %[x], %[y], [%[tap]], #8\n\t"                                                            \
    "add %[x], %[x], %[behind]\n\t"                                                                \
    "add %[y], %[y], %[behind]\n\t" PTE_MCU_PRODUCTS "adds %[w], %[w], #2\n\t"                     \
    "vldrb.u8 q5, [%[w], q7]\n\t"                                                                  \
    "vldrb.8 q7, [%[y]]\n\t"                                                                       \
    "vmullb.s8 q7, q7, q5\n\t"                                                                     \
    "vadd.i16 q6, q6, q7\n\t"                                                                      \
    "vldrb.8 q7, [%[y]]\n\t"                                                                       \
    "vmullt.s8 q7, q7, q5\n\t"                                                                     \
    "vadd.i16 q4, q4, q7\n\t" PTE_MCU_WIDEN "\tadds %[w], %[w], #6\n\t"                            \
    "le lr, 1b\n"                                                                                  \
    "2:\n\t"                                                                                       \
    "ldr lr, [%[c], #84]\n\t"                                                                      \
    "lsrs lr, lr, #1\n\t"                                                                          \
    "bcc 3f\n\t"                                                                                   \
    "vldrb.8 q7, [%[c], #64]\n\t"                                                                  \
    "ldr %[x], [%[tap]]\n\t"                                                                       \
    "add %[x], %[x], %[behind]\n\t" PTE_MCU_PRODUCTS PTE_MCU_WIDEN "3:\n\t"

/* Scaled sums as results in q0; y: the zero point. */
#define PTE_MCU_NARROW                                                                             \
    "vqmovnb.s32 q0, q0\n\t"                                                                       \
    "vqmovnt.s32 q0, q2\n\t"                                                                       \
    "vqmovnb.s32 q1, q1\n\t"                                                                       \
    "vqmovnt.s32 q1, q3\n\t"                                                                       \
    "vqadd.s16 q0, q0, %[y]\n\t"                                                                   \
    "vqadd.s16 q1, q1, %[y]\n\t"                                                                   \
    "vldrb.8 q2, [%[c], #16]\n\t"                                                                  \
    "vldrb.8 q3, [%[c], #32]\n\t"                                                                  \
    "vqmovnb.s16 q0, q0\n\t"                                                                       \
    "vqmovnt.s16 q0, q1\n\t"                                                                       \
    "vmax.s8 q0, q0, q2\n\t"                                                                       \
    "vmin.s8 q0, q0, q3\n\t"
#endif

#endif
