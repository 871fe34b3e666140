/* SPDX-License-Identifier: 0BSD
 * Weighted sums of bytes. With the DSP extension by four in assembler: a weight times 2^8, by a
 * byte times 2^8 in half of a word, has its product in the upper 32 of 48 bits. */
#include "pte_mcu.h"

#if PTE_MCU_DSP && !PTE_MCU_MVE
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* As in pte_mcu_add, but the weights times 2^8, and the bounds in each byte of a word. */
typedef struct pte_mcu_adds {
    int32_t shift, a, b, start, lo, hi;
} pte_mcu_adds;

static int32_t pte_mcu_in_bytes(int32_t byte)
{
    return (int32_t)((uint32_t)(byte & 255) * 0x1010101u);
}

/* Up to `end`, by fours. Odd bytes are in r9 and r10, even ones in r11 and r12. */
__attribute__((naked)) static void pte_mcu_add_fours(pte_s8 *out, const pte_s8 *x, const pte_s8 *y,
                                                     const pte_mcu_adds *p, const pte_s8 *end)
{
    __asm__("push {r4-r11, lr}\n\t"
            "ldr r8, [sp, #36]\n\t"
            "ldm r3, {r3-r6, r9, r10}\n\t"
            "push {r9, r10}\n\t"
            "mov r7, #0xff00ff00\n"
            "0:\n\t"
            "ldr r9, [r1], #4\n\t"
            "ldr r10, [r2], #4\n\t"
            "and r11, r7, r9, lsl #8\n\t"
            "and r12, r7, r10, lsl #8\n\t"
            "and r9, r9, r7\n\t"
            "and r10, r10, r7\n\t"
            "smlawb lr, r4, r11, r6\n\t"
            "smlawt r11, r4, r11, r6\n\t"
            "smlawb lr, r5, r12, lr\n\t"
            "smlawt r11, r5, r12, r11\n\t"
            "smlawb r12, r4, r9, r6\n\t"
            "smlawt r9, r4, r9, r6\n\t"
            "smlawb r12, r5, r10, r12\n\t"
            "smlawt r9, r5, r10, r9\n\t"
            "asr lr, lr, r3\n\t"
            "ssat lr, #8, lr\n\t"
            "asr r12, r12, r3\n\t"
            "ssat r12, #8, r12\n\t"
            "asr r11, r11, r3\n\t"
            "ssat r11, #8, r11\n\t"
            "asr r9, r9, r3\n\t"
            "ssat r9, #8, r9\n\t"
            "bfi lr, r12, #8, #8\n\t"
            "bfi lr, r11, #16, #8\n\t"
            "bfi lr, r9, #24, #8\n\t"
            "ldrd r9, r10, [sp]\n\t"
            "ssub8 r11, lr, r9\n\t"
            "sel lr, lr, r9\n\t"
            "ssub8 r11, r10, lr\n\t"
            "sel lr, lr, r10\n\t"
            "str lr, [r0], #4\n\t"
            "cmp r0, r8\n\t"
            "bne 0b\n\t"
            "add sp, sp, #8\n\t"
            "pop {r4-r11, pc}");
}
#pragma GCC diagnostic pop
#endif

#if PTE_MCU_MVE
/* By fours in words, and those that are left: vectors of words are loaded by low registers. A shift
 * to the left saturates, so that the upper byte has the result unless bounds are tighter. */
#define PTE_MCU_ADD_LANES(bounds)                                                                  \
    __asm__ volatile("dlstp.32 lr, %[n]\n"                                                         \
                     "1:\n\t"                                                                      \
                     "vldrb.s32 q0, [%[x]], #4\n\t"                                                \
                     "vldrb.s32 q1, [%[y]], #4\n\t"                                                \
                     "vmlas.s32 q0, %q[a], %[start]\n\t"                                           \
                     "vmla.s32 q0, q1, %[b]\n\t"                                                   \
                     "vqshl.s32 q0, %[shift]\n\t"                                                  \
                     "vshr.s32 q0, q0, #24\n\t" bounds "vstrb.32 q0, [%[out]], #4\n\t"             \
                     "letp lr, 1b"                                                                 \
                     : [out] "+l"(out), [x] "+l"(x), [y] "+l"(y)                                   \
                     : [n] "r"(p->n), [a] "w"(a), [b] "r"(p->b), [start] "r"(p->start),            \
                       [shift] "r"(24 - p->shift), [lo] "w"(lo), [hi] "w"(hi)                      \
                     : "q0", "q1", "lr", "memory") /* and VPR: see pte_mcu_fill() */

void pte_mcu_add_s8(pte_s8 *out, const pte_s8 *x, const pte_s8 *y, const pte_mcu_add *p)
{
    const int32x4_t a = vdupq_n_s32(p->a), lo = vdupq_n_s32(p->lo), hi = vdupq_n_s32(p->hi);

    if (p->n <= 0)
        return;
    if (p->lo == -128 && p->hi == 127)
        PTE_MCU_ADD_LANES("");
    else
        PTE_MCU_ADD_LANES("vmax.s32 q0, q0, %q[lo]\n\t"
                          "vmin.s32 q0, q0, %q[hi]\n\t");
}
#else
void pte_mcu_add_s8(pte_s8 *out, const pte_s8 *x, const pte_s8 *y, const pte_mcu_add *p)
{
    const int32_t n = p->n, shift = p->shift, lo = p->lo, hi = p->hi;
    const uint32_t a = (uint32_t)p->a, b = (uint32_t)p->b, start = (uint32_t)p->start;
    int32_t i = 0;

#if PTE_MCU_DSP
    const pte_mcu_adds four = {.shift = shift,
                               .a = p->a * 256,
                               .b = p->b * 256,
                               .start = p->start,
                               .lo = pte_mcu_in_bytes(lo),
                               .hi = pte_mcu_in_bytes(hi)};

    i = n & -4;
    if (i)
        pte_mcu_add_fours(out, x, y, &four, out + i);
#endif
    for (; i < n; i++) {
        const uint32_t sum = (uint32_t)x[i] * a + (uint32_t)y[i] * b + start;

        out[i] = (pte_s8)pte_clamp_s32((int32_t)sum >> shift, lo, hi);
    }
}
#endif
