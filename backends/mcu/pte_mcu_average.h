/* SPDX-License-Identifier: 0BSD
 * Sums of four channels, which averages of bytes begin with: by lanes with Helium. */
#ifndef PTE_MCU_AVERAGE_H
#define PTE_MCU_AVERAGE_H

#include "pte_mcu.h"

#if PTE_MCU_MVE
/* Adds so many taps of four channels, `dx` apart, to their sums. */
PTE_INLINE void pte_mcu_average_row(int32_t *sums, const pte_s8 *in, int32_t taps, int32_t dx)
{
    int32x4_t sum = vldrwq_s32(sums);

    __asm__ volatile("wls lr, %[taps], 2f\n"
                     "1:\n\t"
                     "vldrb.s32 q0, [%[in]]\n\t"
                     "add %[in], %[in], %[dx]\n\t"
                     "vadd.i32 %q[sum], %q[sum], q0\n\t"
                     "le lr, 1b\n"
                     "2:"
                     : [sum] "+w"(sum), [in] "+l"(in)
                     : [taps] "r"(taps), [dx] "r"(dx)
                     : "q0", "lr", "memory");
    vstrwq_s32(sums, sum);
}
#else
PTE_INLINE void pte_mcu_average_row(int32_t *sums, const pte_s8 *in, int32_t taps, int32_t dx)
{
    for (; taps > 0; taps--, in += dx)
        for (int32_t i = 0; i < 4; i++)
            sums[i] += in[i];
}
#endif

#endif
