/* SPDX-License-Identifier: 0BSD
 * Quantised bytes to floats: with Helium by four in a vector, with the DSP extension and an FPU by
 * four in assembler. */
#include "pte_mcu.h"

#if PTE_MCU_FPU && !PTE_MCU_MVE
/* Up to `end`, by fours. */
static void pte_mcu_dequantize_fours(pte_f32 *out, const pte_s8 *x, int32_t zero, float scale,
                                     const pte_s8 *end)
{
    int32_t a, b, c, d;

    __asm__ volatile(
        "0:\n\t"
        "ldr %[d], [%[x]], #4\n\t"
        "sxtab %[a], %[less], %[d]\n\t"
        "sxtab %[b], %[less], %[d], ror #8\n\t"
        "sxtab %[c], %[less], %[d], ror #16\n\t"
        "sxtab %[d], %[less], %[d], ror #24\n\t"
        "vmov s0, s1, %[a], %[b]\n\t"
        "vmov s2, s3, %[c], %[d]\n\t"
        "vcvt.f32.s32 s0, s0\n\t"
        "vcvt.f32.s32 s1, s1\n\t"
        "vcvt.f32.s32 s2, s2\n\t"
        "vcvt.f32.s32 s3, s3\n\t"
        "vmul.f32 s0, s0, %[scale]\n\t"
        "vmul.f32 s1, s1, %[scale]\n\t"
        "vmul.f32 s2, s2, %[scale]\n\t"
        "vmul.f32 s3, s3, %[scale]\n\t"
        "vstmia %[out]!, {s0-s3}\n\t"
        "cmp %[x], %[end]\n\t"
        "bne 0b"
        : [out] "+r"(out), [x] "+r"(x), [a] "=&r"(a), [b] "=&r"(b), [c] "=&r"(c), [d] "=&r"(d)
        : [less] "r"(-zero), [scale] "t"(scale), [end] "r"(end)
        : "s0", "s1", "s2", "s3", "cc", "memory");
}
#endif

#if PTE_MCU_MVE
/* A vector of words is loaded from bytes by a low register. */
void pte_mcu_dequantize_s8(pte_f32 *out, const pte_s8 *x, const pte_s32 *zero, const pte_f32 *scale,
                           const pte_mcu_elements *p)
{
    if (p->n <= 0)
        return;
    __asm__ volatile("dlstp.32 lr, %[n]\n"
                     "1:\n\t"
                     "vldrb.s32 q0, [%[x]], #4\n\t"
                     "vsub.i32 q0, q0, %[zero]\n\t"
                     "vcvt.f32.s32 q0, q0\n\t"
                     "vmul.f32 q0, q0, %[scale]\n\t"
                     "vstrw.32 q0, [%[out]], #16\n\t"
                     "letp lr, 1b"
                     : [out] "+r"(out), [x] "+l"(x)
                     : [n] "r"(p->n), [zero] "r"(*zero), [scale] "r"(*scale)
                     : "q0", "lr", "memory"); /* and VPR: see pte_mcu_fill() */
}
#else
void pte_mcu_dequantize_s8(pte_f32 *out, const pte_s8 *x, const pte_s32 *zero, const pte_f32 *scale,
                           const pte_mcu_elements *p)
{
    int32_t i = 0;

#if PTE_MCU_FPU
    i = p->n & -4;
    if (i)
        pte_mcu_dequantize_fours(out, x, *zero, *scale, x + i);
#endif
    for (; i < p->n; i++)
        out[i] = (float)(x[i] - *zero) * *scale;
}
#endif
