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

/* A result of twice a sum, its multiplier and its shift; the zero point is in lr. */
#define PTE_MCU_RESULT(sum, mult, shift)                                                           \
    "smmulr " sum ", " sum ", " mult "\n\t"                                                        \
    "add " sum ", " sum ", " sum ", asr #31\n\t"                                                   \
    "asrs " sum ", " sum ", " shift "\n\t"                                                         \
    "adc " sum ", " sum ", lr\n\t"                                                                 \
    "ssat " sum ", #8, " sum "\n\t"
/* Four results in a word to the bounds in lo and hi. */
#define PTE_MCU_BOUND(all, lo, hi)                                                                 \
    "ssub8 r5, " all ", " lo "\n\t"                                                                \
    "sel " all ", " all ", " lo "\n\t"                                                             \
    "ssub8 r5, " hi ", " all "\n\t"                                                                \
    "sel " all ", " all ", " hi "\n\t"

#endif
