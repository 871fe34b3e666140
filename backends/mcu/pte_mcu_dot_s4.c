/* SPDX-License-Identifier: 0BSD
 * The sums of convolutions for microcontrollers whose weights have 4 bits: pte_mcu.h. With the DSP
 * extension in assembler, as in pte_mcu_dot.c, by 16 times the weights, which the upper halves of
 * bytes are as they stand; so are the sums, up to their ends. */
#include "pte_mcu.h"
#include "pte_mcu_dot_sixteen.h"

#if PTE_MCU_FOUR_BITS
#if PTE_MCU_DSP && !PTE_MCU_MVE
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* The weights of both channels, in `a` and `b`, which is loaded. */
#define PTE_MCU_APART(a, b)                                                                        \
    "bic " a ", " b ", #0x0f0f0f0f\n\t"                                                            \
    "lsl " b ", " b ", #4\n\t"                                                                     \
    "bic " b ", " b ", #0x0f0f0f0f\n\t"
#define PTE_MCU_ALL_POSITIONS(a, b, c)                                                             \
    "smlad " a ", r0, lr, " a "\n\t"                                                               \
    "smlad " b ", r3, lr, " b "\n\t"                                                               \
    "smlad " c ", r10, lr, " c "\n\t"
#define PTE_MCU_TWO_CHANNELS(rotated)                                                              \
    "ldm r1!, {r0, r3, r10}\n\t"                                                                   \
    "sxtb16 lr, r11" rotated                                                                       \
    "\n\t" PTE_MCU_ALL_POSITIONS("r4", "r6", "r8") "sxtb16 lr, r12" rotated                        \
                                                   "\n\t" PTE_MCU_ALL_POSITIONS("r5", "r7", "r9")

/* The sums are in r4 to r9, x in r1, w in r2; sum, x and the ends of x and of the sums are on the
 * stack. */
__attribute__((naked)) const pte_s8 *pte_mcu_dot_s4(uint32_t *sum, const pte_s16 *x,
                                                    const pte_s8 *w, int32_t n, int32_t units)
{
    /* clang-format off */
    __asm__("push {r4-r11, lr}\n\t"
            "ldr r4, [sp, #36]\n\t"
            "add r3, r3, r3, lsl #1\n\t"
            "add r3, r1, r3, lsl #1\n\t"
            "add r4, r0, r4, lsl #3\n\t"
            "push {r0, r1, r3, r4}\n"
            "0:\n\t"
            "ldm r2!, {r4, r5}\n\t"
            "ldr r1, [sp, #4]\n\t"
            "lsls r4, r4, #4\n\t"
            "lsls r5, r5, #4\n\t"
            "mov r6, r4\n\t"
            "mov r7, r5\n\t"
            "mov r8, r4\n\t"
            "mov r9, r5\n"
            "1:\n\t"
            "ldr r12, [r2], #4\n\t"
            PTE_MCU_APART("r11", "r12")
            PTE_MCU_TWO_CHANNELS("")
            PTE_MCU_TWO_CHANNELS(", ror #8")
            "ldr lr, [sp, #8]\n\t"
            "cmp r1, lr\n\t"
            "bne 1b\n\t"
            "ldr r0, [sp]\n\t"
            "ldr r3, [sp, #12]\n\t"
            "asrs r4, r4, #4\n\t"
            "asrs r5, r5, #4\n\t"
            "asrs r6, r6, #4\n\t"
            "asrs r7, r7, #4\n\t"
            "asr r8, r8, #4\n\t"
            "asr r9, r9, #4\n\t"
            "strd r6, r7, [r0, #64]\n\t"
            "strd r8, r9, [r0, #128]\n\t"
            "strd r4, r5, [r0], #8\n\t"
            "str r0, [sp]\n\t"
            "cmp r0, r3\n\t"
            "bne 0b\n\t"
            "mov r0, r2\n\t"
            "add sp, sp, #16\n\t"
            "pop {r4-r11, pc}");
    /* clang-format on */
}

__attribute__((naked)) const pte_s8 *pte_mcu_dot1_s4(uint32_t *sum, const pte_s8 *x,
                                                     const pte_s8 *w, int32_t n, int32_t units)
{
    /* clang-format off */
    __asm__("push {r4-r11, lr}\n\t"
            "ldr r10, [sp, #36]\n"
            "0:\n\t"
            "ldm r2!, {r4, r5}\n\t"
            "mov r11, r3\n\t"
            "lsls r4, r4, #4\n\t"
            "lsls r5, r5, #4\n"
            "1:\n\t"
            "ldr r6, [r1], #4\n\t"
            "ldr r8, [r2], #4\n\t"
            "sxtb16 r7, r6, ror #8\n\t"
            "sxtb16 r6, r6\n\t"
            PTE_MCU_APART("r9", "r8")
            "sxtb16 r12, r9\n\t"
            "sxtb16 lr, r8\n\t"
            "smlad r4, r6, r12, r4\n\t"
            "smlad r5, r6, lr, r5\n\t"
            "sxtb16 r12, r9, ror #8\n\t"
            "sxtb16 lr, r8, ror #8\n\t"
            "subs r11, r11, #4\n\t"
            "smlad r4, r7, r12, r4\n\t"
            "smlad r5, r7, lr, r5\n\t"
            "bne 1b\n\t"
            "sub r1, r1, r3\n\t"
            "asrs r4, r4, #4\n\t"
            "asrs r5, r5, #4\n\t"
            "stm r0!, {r4, r5}\n\t"
            "subs r10, r10, #1\n\t"
            "bne 0b\n\t"
            "mov r0, r2\n\t"
            "pop {r4-r11, pc}");
    /* clang-format on */
}
#pragma GCC diagnostic pop
#elif PTE_MCU_MVE
#define PTE_MCU_SIXTEEN_PAIRS(w)                                                                   \
    "vldrb.8 q1, [" w "], #16\n\t"                                                                 \
    "vshr.s8 q0, q1, #4\n\t"                                                                       \
    "vshl.i8 q1, q1, #4\n\t"                                                                       \
    "vshr.s8 q1, q1, #4\n\t"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

__attribute__((naked, aligned(4))) const pte_s8 *
pte_mcu_dot_s4(uint32_t *sum, const pte_s16 *x, const pte_s8 *w, int32_t n, int32_t units)
{
    /* 16 instructions of 4 bytes for sixteen */
    __asm__(PTE_MCU_DOT16(PTE_MCU_SIXTEEN_PAIRS("r7"), "", "sub r5, r5, r6, lsl #2\n"));
}
#pragma GCC diagnostic pop

#define FUNCTION   pte_mcu_dot1_s4
#define FN(name)   pte_mcu_dot1_s4_##name
#define FOUR_BITS  1
#define WEIGHTS(w) PTE_MCU_SIXTEEN_PAIRS(w)
#include "mcu_dot1_sixteen.inc"
#else
PTE_INLINE int32_t pte_mcu_lower(pte_s8 pair)
{
    return (pte_s8)((pte_u8)pair << 4) >> 4;
}

/* Bytes 0 and 2 of four, then 1 and 3. */
#define FUNCTION    pte_mcu_dot_s4
#define ONE(w, k)   ((w)[2 * (k)] >> 4)
#define OTHER(w, k) pte_mcu_lower((w)[2 * (k)])
#define NEXT(i)     ((i) % 4 ? 3 : 1)
#include "mcu_dot_plain.inc"

const pte_s8 *pte_mcu_dot1_s4(uint32_t *sum, const pte_s8 *x, const pte_s8 *w, int32_t n,
                              int32_t units)
{
    for (; units > 0; units--) {
        const pte_u32 *start = (const pte_u32 *)(const void *)w;
        uint32_t a = start[0], b = start[1];

        w += 8;
        for (int32_t i = 0; i < n; i++, w++) {
            a += (uint32_t)(x[i] * (*w >> 4));
            b += (uint32_t)(x[i] * pte_mcu_lower(*w));
        }
        *sum++ = a;
        *sum++ = b;
    }
    return w;
}
#endif
#endif
