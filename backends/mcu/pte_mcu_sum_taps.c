/* SPDX-License-Identifier: 0BSD
 * The sums of depthwise convolutions. With the DSP extension in assembler, as in pte_mcu_dot.c. */
#include "pte_mcu.h"

#if PTE_MCU_DSP

#if PTE_MCU_MVE
#define PTE_MCU_SUM_TAPS static void pte_mcu_sum_by_four
#else
#define PTE_MCU_SUM_TAPS void pte_mcu_sum_taps
#endif

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* first tap and end of taps, end of sums: t->tap, t->end, t->last. For four channels the sums are
 * in r4 to r7, `behind` in r1, w in r2, the tap in r3. */
__attribute__((naked))
PTE_MCU_SUM_TAPS(uint32_t *sum, ptrdiff_t behind, const pte_s8 *w, const pte_mcu_taps *t)
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

#if PTE_MCU_MVE
/* The compiler does not do with eight registers. */
#define PTE_MCU_TAP(x, k)                                                                          \
    do {                                                                                           \
        int8x16_t a_, b_, c_;                                                                      \
        __asm__("vldrb.8 %q4, [%7]\n\t"                                                            \
                "vldrb.u8 %q5, [%8, %q9]\n\t"                                                      \
                "vmullb.s8 %q6, %q4, %q5\n\t"                                                      \
                "vmullt.s8 %q4, %q4, %q5\n\t"                                                      \
                "vmovlb.s16 %q5, %q6\n\t"                                                          \
                "vadd.i32 %q0, %q0, %q5\n\t"                                                       \
                "vmovlt.s16 %q6, %q6\n\t"                                                          \
                "vadd.i32 %q2, %q2, %q6\n\t"                                                       \
                "vmovlb.s16 %q5, %q4\n\t"                                                          \
                "vadd.i32 %q1, %q1, %q5\n\t"                                                       \
                "vmovlt.s16 %q4, %q4\n\t"                                                          \
                "vadd.i32 %q3, %q3, %q4"                                                           \
                : "+w"(s0), "+w"(s1), "+w"(s2), "+w"(s3), "=&w"(a_), "=&w"(b_), "=&w"(c_)          \
                : "r"(x), "r"(k), "w"(places)                                                      \
                : "memory");                                                                       \
    } while (0)

/* Sixteen channels together: products 0, 2, ... and 1, 3, ... of them, sums 0, 4, 8, 12; ... */
void pte_mcu_sum_taps(uint32_t *sum, ptrdiff_t behind, const pte_s8 *w, const pte_mcu_taps *t)
{
    const uint32_t taps = (uint32_t)(t->end - t->tap), unit = 16 + 4 * taps, most = (255 - 5) / 3;
    const uint32_t *const last = t->last;

    for (; unit <= most && last - sum >= 16; sum += 16, behind += 16, w += 4 * unit) {
        const uint32x4_t starts = vmulq_n_u32(vidupq_n_u32(0, 1), unit);
        const uint8x16_t places = vreinterpretq_u8_u32(
            vaddq_n_u32(vmulq_n_u32(starts, 0x1010101), 0x5040100)); /* 0 1 4 5 of each unit */
        const pte_s32 *start = (const pte_s32 *)(const void *)w;
        const pte_s8 *const *tap = t->tap;
        pte_s32 *to = (pte_s32 *)(void *)sum;
        int32x4_t s0 = vldrwq_gather_offset_s32(start, starts);
        int32x4_t s1 = vldrwq_gather_offset_s32(start + 1, starts);
        int32x4_t s2 = vldrwq_gather_offset_s32(start + 2, starts);
        int32x4_t s3 = vldrwq_gather_offset_s32(start + 3, starts);
        const pte_s8 *k = w + 16;

        for (uint32_t n = taps; n > 0; n -= 2, tap += 2, k += 8) {
            const pte_s8 *x = tap[0] + behind, *y = tap[1] + behind;

            PTE_MCU_TAP(x, k);
            PTE_MCU_TAP(y, k + 2);
        }
        vstrwq_scatter_shifted_offset_s32(to, vidupq_n_u32(0, 4), s0);
        vstrwq_scatter_shifted_offset_s32(to + 1, vidupq_n_u32(0, 4), s1);
        vstrwq_scatter_shifted_offset_s32(to + 2, vidupq_n_u32(0, 4), s2);
        vstrwq_scatter_shifted_offset_s32(to + 3, vidupq_n_u32(0, 4), s3);
    }
    if (sum != t->last)
        pte_mcu_sum_by_four(sum, behind, w, t);
}
#endif
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
