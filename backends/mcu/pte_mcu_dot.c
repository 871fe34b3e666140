/* SPDX-License-Identifier: 0BSD
 * The sums of convolutions for microcontrollers: pte_mcu.h. With the DSP extension in assembler: no
 * compiler keeps so much in registers. */
#include "pte_mcu.h"
#include "pte_mcu_dot_sixteen.h"
#include "pte_mcu_halves.h"

#if PTE_MCU_DSP
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

#if PTE_MCU_MVE
__attribute__((naked, aligned(4))) const pte_s8 *
pte_mcu_dot(uint32_t *sum, const pte_s16 *x, const pte_s8 *w, int32_t n, int32_t units)
{
    /* 14 instructions of 4 bytes for sixteen */
    __asm__(PTE_MCU_DOT16("vld20.8 {q0, q1}, [r7]\n\t"
                          "vld21.8 {q0, q1}, [r7]!\n\t",
                          "lsl r9, r9, #1\n\t",
                          "rsb r6, r6, r6, lsl #3\n\t"
                          "sub r5, r5, r6, lsr #1\n"));
}
#else
/* sums in r4 to r9, x in r1, w in r2 */
#define PTE_MCU_PAIRS                                                                              \
    "ldr r12, [r2], #4\n\t"                                                                        \
    "sxtb16 lr, r12, ror #8\n\t"                                                                   \
    "sxtb16 r12, r12\n\t"                                                                          \
    "ldm r1!, {r0, r3, r10}\n\t"                                                                   \
    "smlad r4, r0, r12, r4\n\t"                                                                    \
    "smlad r5, r0, lr, r5\n\t"                                                                     \
    "smlad r6, r3, r12, r6\n\t"                                                                    \
    "smlad r7, r3, lr, r7\n\t"                                                                     \
    "smlad r8, r10, r12, r8\n\t"                                                                   \
    "smlad r9, r10, lr, r9\n\t"

#if PTE_MCU_SPEED
#define PTE_MCU_EIGHT                                                                              \
    PTE_MCU_PAIRS PTE_MCU_PAIRS PTE_MCU_PAIRS PTE_MCU_PAIRS PTE_MCU_PAIRS PTE_MCU_PAIRS            \
        PTE_MCU_PAIRS PTE_MCU_PAIRS

/* A four of products has 80 bytes of code. */
__attribute__((naked, aligned(4))) const pte_s8 *
pte_mcu_dot(uint32_t *sum, const pte_s16 *x, const pte_s8 *w, int32_t n, int32_t units)
{
    __asm__(PTE_MCU_DOT("add r5, r5, r5, lsl #2\n\t"
                        "add r5, r6, r5, lsl #2\n\t",
                        PTE_MCU_EIGHT PTE_MCU_EIGHT));
}
#else
/* sum, x and the end of the sums are on the stack, the end of x in r11 */
__attribute__((naked)) const pte_s8 *pte_mcu_dot(uint32_t *sum, const pte_s16 *x, const pte_s8 *w,
                                                 int32_t n, int32_t units)
{
    __asm__("push {r4-r11, lr}\n\t"
            "ldr r4, [sp, #36]\n\t"
            "add r3, r3, r3, lsl #1\n\t"
            "add r11, r1, r3, lsl #1\n\t"
            "add r4, r0, r4, lsl #3\n\t"
            "push {r0, r1, r4}\n"
            "0:\n\t"
            "ldm r2!, {r4, r5}\n\t"
            "ldr r1, [sp, #4]\n\t"
            "mov r6, r4\n\t"
            "mov r7, r5\n\t"
            "mov r8, r4\n\t"
            "mov r9, r5\n"
            "1:\n\t" PTE_MCU_PAIRS PTE_MCU_PAIRS "cmp r1, r11\n\t"
            "bne 1b\n\t"
            "ldr r0, [sp]\n\t"
            "ldr r3, [sp, #8]\n\t"
            "strd r6, r7, [r0, #64]\n\t"
            "strd r8, r9, [r0, #128]\n\t"
            "strd r4, r5, [r0], #8\n\t"
            "str r0, [sp]\n\t"
            "cmp r0, r3\n\t"
            "bne 0b\n\t"
            "mov r0, r2\n\t"
            "add sp, sp, #12\n\t"
            "pop {r4-r11, pc}");
}

#endif

#if PTE_MCU_SPEED
#define FUNCTION  pte_mcu_dot1
#define WORDS     21
#define SECOND(w) "sxtb16 " w ", " w ", ror #8\n\t"
#define UNFOLD(a, b)
#include "mcu_dot1_by_four.inc"
#undef FUNCTION
#undef WORDS
#undef SECOND
#undef UNFOLD
#else
__attribute__((naked)) const pte_s8 *pte_mcu_dot1(uint32_t *sum, const pte_s8 *x, const pte_s8 *w,
                                                  int32_t n, int32_t units)
{
    __asm__("push {r4-r11, lr}\n\t"
            "ldr r10, [sp, #36]\n"
            "0:\n\t"
            "ldm r2!, {r4, r5}\n\t"
            "mov r11, r3\n"
            "1:\n\t"
            "ldr r6, [r1], #4\n\t"
            "ldrd r8, r9, [r2], #8\n\t"
            "sxtb16 r7, r6, ror #8\n\t"
            "sxtb16 r6, r6\n\t"
            "sxtb16 r12, r8\n\t"
            "sxtb16 lr, r8, ror #8\n\t"
            "smlad r4, r6, r12, r4\n\t"
            "smlad r5, r6, lr, r5\n\t"
            "sxtb16 r12, r9\n\t"
            "sxtb16 lr, r9, ror #8\n\t"
            "subs r11, r11, #4\n\t"
            "smlad r4, r7, r12, r4\n\t"
            "smlad r5, r7, lr, r5\n\t"
            "bne 1b\n\t"
            "sub r1, r1, r3\n\t"
            "stm r0!, {r4, r5}\n\t"
            "subs r10, r10, #1\n\t"
            "bne 0b\n\t"
            "mov r0, r2\n\t"
            "pop {r4-r11, pc}");
}
#endif
#endif

#pragma GCC diagnostic pop

#if !PTE_MCU_MVE
void pte_mcu_widen(pte_s16 *to, const pte_s8 *from, int32_t n)
{
    pte_u32 *pair = (pte_u32 *)(void *)to;

#if PTE_MCU_SPEED /* where speed matters more than size */
    for (int32_t sixteens = n >> 4; sixteens > 0; sixteens--, from += 16, pair += 24)
        for (int32_t i = 0; i < 4; i++)
            pte_mcu_widen_word(pair + 6 * i, pte_mcu_load4(from + 4 * i));
    n &= 15;
#endif
    for (; n > 0; n -= 4, from += 4, pair += 6)
        pte_mcu_widen_word(pair, pte_mcu_load4(from));
}
#endif
#else
#if PTE_MCU_THUMB1
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "mcu_dot_thumb1.inc"
#pragma GCC diagnostic pop
#else
#define FUNCTION    pte_mcu_dot
#define ONE(w, k)   (w)[2 * (k)]
#define OTHER(w, k) (w)[2 * (k) + 1]
#define NEXT(i)     4
#include "mcu_dot_plain.inc"

const pte_s8 *pte_mcu_dot1(uint32_t *sum, const pte_s8 *x, const pte_s8 *w, int32_t n,
                           int32_t units)
{
    for (; units > 0; units--, sum += 2) {
        const pte_u32 *start = (const pte_u32 *)(const void *)w;
        uint32_t a = start[0], b = start[1];

        w += 8;
        for (int32_t i = 0; i < n; i += 4, w += 8) {
            a += (uint32_t)(x[i] * w[0] + x[i + 1] * w[4] + x[i + 2] * w[2] + x[i + 3] * w[6]);
            b += (uint32_t)(x[i] * w[1] + x[i + 1] * w[5] + x[i + 2] * w[3] + x[i + 3] * w[7]);
        }
        sum[0] = a;
        sum[1] = b;
    }
    return w;
}
#endif

void pte_mcu_widen(pte_s16 *to, const pte_s8 *from, int32_t n)
{
    for (; n > 0; n -= 4, from += 4, to += 12) {
        to[0] = from[0];
        to[1] = from[2];
        to[6] = from[1];
        to[7] = from[3];
    }
}
#endif
