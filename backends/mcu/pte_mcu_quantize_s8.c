/* SPDX-License-Identifier: 0BSD
 * Floats to quantised bytes: with Helium by four in a vector, with the DSP extension and an FPU by
 * four in assembler. */
#include "pte_mcu.h"

#if PTE_MCU_FPU && !PTE_MCU_MVE
/* Up to `end`, by fours. 1.5 * 2^23 less a product is rounded to an integer, halves to even, and
 * its bits are those of 1.5 * 2^23 less that integer; the bits of all that is far away are far away
 * on the same side. So are those of NaN, which counts as the lowest number, since FPSCR.DN takes
 * the sign from it. */
static void pte_mcu_quantize_fours(pte_s8 *out, const pte_f32 *x, float inverse, int32_t zero,
                                   const pte_s8 *end)
{
    const int32_t bits = 0x4B400000 + zero;
    int32_t a, b, c, d, modes;

    __asm__ volatile(
        "vmrs %[modes], fpscr\n\t"
        "orr %[a], %[modes], #0x2000000\n\t"
        "vmsr fpscr, %[a]\n"
        "0:\n\t"
        "vldmia %[x]!, {s0-s3}\n\t"
        "vmul.f32 s0, s0, %[inverse]\n\t"
        "vmul.f32 s1, s1, %[inverse]\n\t"
        "vmul.f32 s2, s2, %[inverse]\n\t"
        "vmul.f32 s3, s3, %[inverse]\n\t"
        "vsub.f32 s0, %[magic], s0\n\t"
        "vsub.f32 s1, %[magic], s1\n\t"
        "vsub.f32 s2, %[magic], s2\n\t"
        "vsub.f32 s3, %[magic], s3\n\t"
        "vmov %[a], %[b], s0, s1\n\t"
        "vmov %[c], %[d], s2, s3\n\t"
        "qsub %[a], %[bits], %[a]\n\t"
        "qsub %[b], %[bits], %[b]\n\t"
        "qsub %[c], %[bits], %[c]\n\t"
        "qsub %[d], %[bits], %[d]\n\t"
        "ssat %[a], #8, %[a]\n\t"
        "ssat %[b], #8, %[b]\n\t"
        "ssat %[c], #8, %[c]\n\t"
        "ssat %[d], #8, %[d]\n\t"
        "bfi %[a], %[b], #8, #8\n\t"
        "bfi %[a], %[c], #16, #8\n\t"
        "bfi %[a], %[d], #24, #8\n\t"
        "str %[a], [%[out]], #4\n\t"
        "cmp %[out], %[end]\n\t"
        "bne 0b\n\t"
        "vmsr fpscr, %[modes]"
        : [out] "+r"(out), [x] "+r"(x), [a] "=&r"(a), [b] "=&r"(b), [c] "=&r"(c), [d] "=&r"(d),
          [modes] "=&r"(modes)
        : [inverse] "t"(inverse), [magic] "t"(12582912.0f), [bits] "r"(bits), [end] "r"(end)
        : "s0", "s1", "s2", "s3", "cc", "memory");
}
#endif

#if PTE_MCU_MVE
/* A vector of words is stored as bytes by a low register. */
void pte_mcu_quantize_s8(pte_s8 *out, const pte_f32 *x, const pte_f32 *inverse, const pte_f32 *zero,
                         const pte_mcu_elements *p)
{
    const float32x4_t lo = vdupq_n_f32(-128.0f - *zero), hi = vdupq_n_f32(127.0f - *zero);

    if (p->n <= 0)
        return;
    __asm__ volatile("dlstp.32 lr, %[n]\n"
                     "1:\n\t"
                     "vldrw.32 q0, [%[x]], #16\n\t"
                     "vmul.f32 q0, q0, %[inverse]\n\t"
                     "vmaxnm.f32 q0, q0, %q[lo]\n\t"
                     "vminnm.f32 q0, q0, %q[hi]\n\t"
                     "vcvtn.s32.f32 q0, q0\n\t"
                     "vadd.i32 q0, q0, %[zero]\n\t"
                     "vstrb.32 q0, [%[out]], #4\n\t"
                     "letp lr, 1b"
                     : [out] "+l"(out), [x] "+r"(x)
                     : [n] "r"(p->n), [inverse] "r"(*inverse), [zero] "r"((int32_t)*zero),
                       [lo] "w"(lo), [hi] "w"(hi)
                     : "q0", "lr", "memory"); /* and VPR: see pte_mcu_fill() */
}
#else
void pte_mcu_quantize_s8(pte_s8 *out, const pte_f32 *x, const pte_f32 *inverse, const pte_f32 *zero,
                         const pte_mcu_elements *p)
{
    int32_t i = 0;

#if PTE_MCU_FPU
    i = p->n & -4;
    if (i)
        pte_mcu_quantize_fours(out, x, *inverse, (int32_t)*zero, out + i);
#endif
    for (; i < p->n; i++) {
        const float v = pte_rint_f32(x[i] * *inverse) + *zero;

        out[i] = (pte_s8)pte_fmin_f32(pte_fmax_f32(v, -128.0f), 127.0f);
    }
}
#endif
