/* SPDX-License-Identifier: 0BSD
 * Floats as bytes; by lanes with Helium. */
#include "pte_mcu.h"

#if PTE_MCU_MVE
/* Numbers win over NaN. Those below 2^-126 are 0, as their integers are. */
void pte_mcu_quantise_s8(pte_s8 *out, const pte_f32 *in, const pte_f32 *inverse,
                         const pte_mcu_quantise *p)
{
    const float32x4_t lo = vdupq_n_f32((float)(p->lo - p->zero));
    const float32x4_t hi = vdupq_n_f32((float)(p->hi - p->zero));

    __asm__ volatile(
        "wlstp.32 lr, %[n], 2f\n"
        "1:\n\t"
        "vldrw.32 q0, [%[in]], #16\n\t"
        "vmul.f32 q0, q0, %[inverse]\n\t"
        "vmaxnm.f32 q0, q0, %q[lo]\n\t"
        "vminnm.f32 q0, q0, %q[hi]\n\t"
        "vcvtn.s32.f32 q0, q0\n\t"
        "vadd.i32 q0, q0, %[zero]\n\t"
        "vstrb.32 q0, [%[out]], #4\n\t"
        "letp lr, 1b\n"
        "2:"
        : [out] "+l"(out), [in] "+r"(in)
        : [n] "r"(p->n), [inverse] "r"(*inverse), [zero] "r"(p->zero), [lo] "w"(lo), [hi] "w"(hi)
        : "q0", "lr", "memory"); /* and VPR: see pte_mcu_widen() */
}
#else
void pte_mcu_quantise_s8(pte_s8 *out, const pte_f32 *in, const pte_f32 *inverse,
                         const pte_mcu_quantise *p)
{
    const float scale = *inverse, lo = (float)(p->lo - p->zero), hi = (float)(p->hi - p->zero);

    for (int32_t i = 0; i < p->n; i++) {
        float v = in[i] * scale;

        v = v > lo ? v : lo; /* also instead of NaN */
        v = v < hi ? v : hi;
        out[i] = (pte_s8)(pte_mcu_rint(v) + p->zero);
    }
}
#endif
