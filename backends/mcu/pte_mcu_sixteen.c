/* SPDX-License-Identifier: 0BSD
 * Sixteen channels together, with Helium: pte_mcu_sixteen.h. */
#include "pte_mcu_sixteen.h"

#if PTE_MCU_MVE
_Static_assert(offsetof(pte_mcu_sixteen, weights) == 64 && offsetof(pte_mcu_sixteen, taps) == 84,
               "where the assembler code reads them");

void pte_mcu_start_sixteen(pte_mcu_sixteen *s, const pte_mcu_range *r, int32_t words, int32_t taps,
                           uint32_t fours)
{
    const uint32x4_t index = vandq_u32(vidupq_n_u32(0, 1), vdupq_n_u32(fours - 1));
    const uint32x4_t starts = vmulq_n_u32(index, 16 + 4 * (uint32_t)(taps + taps % 2));

    s->numbers = vmulq_n_u32(index, 4 * (uint32_t)words);
    s->lo = vdupq_n_s8((int8_t)r->lo);
    s->hi = vdupq_n_s8((int8_t)r->hi);
    s->starts = starts;
    s->weights = vreinterpretq_u8_u32(vaddq_n_u32(vmulq_n_u32(starts, 0x1010101), 0x5040100));
    s->zero = r->zero;
    s->taps = taps;
}
#endif
