/* SPDX-License-Identifier: 0BSD
 * Convolutions by Helium in an order of weights of their own, so that nothing is brought in order
 * while they run: pte_mcu_lanes_conv2d_s8(), pte_mcu_lanes_dwconv3x3_s8(). */
#ifndef PTE_MCU_LANES_H
#define PTE_MCU_LANES_H

#include "pte_mcu.h"

#if PTE_MCU_MVE
/* Four positions and all channels of their results. The assembler code reads the members by their
 * places. */
typedef struct pte_mcu_tile16 {
    const pte_s8 *x, *end; /* factors: [blocks][4][16] */
    const pte_s8 *weight;
    pte_s8 *out,
        *last; /* the first channel, and what is behind the last one, of the first result */
    int32_t blocks, zero;
    uint16x8_t places; /* of two channels of the results, from `out` on */
} pte_mcu_tile16;
void pte_mcu_sum_tile16(const pte_mcu_tile16 *t);
/* The same, faster, if the zero point is -128. */
void pte_mcu_sum_tile16_rectified(const pte_mcu_tile16 *t);

/* From the places of four results to those of two channels of each, side by side. */
PTE_INLINE uint16x8_t pte_mcu_two_channels(uint32x4_t at)
{
    return vreinterpretq_u16_u32(vaddq_n_u32(vorrq_u32(at, vshlq_n_u32(at, 16)), 0x10000));
}

/* The n factors of each of four positions, to blocks of sixteen. */
PTE_INLINE void pte_mcu_deal16(pte_s8 *to, const pte_s8 *const *from, int32_t n)
{
    const pte_s8 *a = from[0], *b = from[1], *c = from[2], *d = from[3];

    __asm__ volatile("dlstp.8 lr, %[n]\n"
                     "1:\n\t"
                     "vldrb.8 q0, [%[a]], #16\n\t"
                     "vstrb.8 q0, [%[to]], #16\n\t"
                     "vldrb.8 q0, [%[b]], #16\n\t"
                     "vstrb.8 q0, [%[to]], #16\n\t"
                     "vldrb.8 q0, [%[c]], #16\n\t"
                     "vstrb.8 q0, [%[to]], #16\n\t"
                     "vldrb.8 q0, [%[d]], #16\n\t"
                     "vstrb.8 q0, [%[to]], #16\n\t"
                     "letp lr, 1b"
                     : [to] "+r"(to), [a] "+r"(a), [b] "+r"(b), [c] "+r"(c), [d] "+r"(d)
                     : [n] "r"(n)
                     : "q0", "lr", "memory"); /* and VPR: see pte_mcu_fill() */
}
#endif

/* Of a sum. */
PTE_INLINE pte_s8 pte_mcu_lanes_result(uint32_t sum, int32_t mult, int32_t shift, int32_t zero)
{
    const int32_t v = pte_mcu_mulr((int32_t)(sum << 1), mult);

    return (pte_s8)pte_clamp_s32(pte_mcu_shift(v + (v >> 31), (uint32_t)-shift, zero), -128, 127);
}

#endif
