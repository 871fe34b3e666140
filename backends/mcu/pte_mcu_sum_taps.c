/* SPDX-License-Identifier: 0BSD
 * The sums of depthwise convolutions. With the DSP extension in assembler, as in pte_mcu_dot.c. */
#include "pte_mcu.h"

#if PTE_MCU_DSP

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* first tap and end of taps, end of sums: t->tap, t->end, t->last. For four channels the sums are
 * in r4 to r7, `behind` in r1, w in r2, the tap in r3. */
__attribute__((naked)) void pte_mcu_sum_taps(uint32_t *sum, ptrdiff_t behind, const pte_s8 *w,
                                             const pte_mcu_taps *t)
{
    __asm__("push {r4-r11, lr}\n\t"
            "ldm r3, {r3, r4, r12}\n\t"
            "push {r0, r3, r4}\n"
            "0:\n\t"
            "ldr r3, [sp, #4]\n\t"
            "ldm r2!, {r4-r7}\n"
            "1:\n\t"
            "ldrd r8, r9, [r3], #8\n\t"
            "ldr r8, [r8, r1]\n\t"
            "ldr r9, [r9, r1]\n\t"
            "ldrd r10, r11, [r2], #8\n\t"
            "pkhbt lr, r8, r9, lsl #16\n\t"
            "pkhtb r9, r9, r8, asr #16\n\t"
            "sxtb16 r8, lr\n\t"
            "sxtb16 r0, r10\n\t"
            "smlad r4, r8, r0, r4\n\t"
            "sxtb16 lr, lr, ror #8\n\t"
            "sxtb16 r10, r10, ror #8\n\t"
            "smlad r5, lr, r10, r5\n\t"
            "sxtb16 r8, r9\n\t"
            "sxtb16 r0, r11\n\t"
            "smlad r6, r8, r0, r6\n\t"
            "sxtb16 r9, r9, ror #8\n\t"
            "sxtb16 r11, r11, ror #8\n\t"
            "smlad r7, r9, r11, r7\n\t"
            "cmp r3, r12\n\t"
            "bne 1b\n\t"
            "ldr r0, [sp]\n\t"
            "ldr r8, [sp, #8]\n\t"
            "adds r1, r1, #4\n\t"
            "stm r0!, {r4-r7}\n\t"
            "str r0, [sp]\n\t"
            "cmp r0, r8\n\t"
            "bne 0b\n\t"
            "add sp, sp, #12\n\t"
            "pop {r4-r11, pc}");
}
#pragma GCC diagnostic pop
#else
void pte_mcu_sum_taps(uint32_t *sum, ptrdiff_t behind, const pte_s8 *w, const pte_mcu_taps *t)
{
    for (; sum != t->last; sum += 4, behind += 4) {
        const pte_u32 *start = (const pte_u32 *)(const void *)w;
        uint32_t s0 = start[0], s1 = start[1], s2 = start[2], s3 = start[3];

        w += 16;
        for (const pte_s8 *const *tap = t->tap; tap != t->end; tap += 2, w += 8) {
            const pte_s8 *a = tap[0] + behind, *b = tap[1] + behind;

            s0 += (uint32_t)(a[0] * w[0] + b[0] * w[2]);
            s1 += (uint32_t)(a[1] * w[1] + b[1] * w[3]);
            s2 += (uint32_t)(a[2] * w[4] + b[2] * w[6]);
            s3 += (uint32_t)(a[3] * w[5] + b[3] * w[7]);
        }
        sum[0] = s0;
        sum[1] = s1;
        sum[2] = s2;
        sum[3] = s3;
    }
}
#endif
