/* SPDX-License-Identifier: 0BSD
 * Sums of sixteen channels, with Helium. */
#ifndef PTE_MCU_SUMS16_H
#define PTE_MCU_SUMS16_H

#include "pte_mcu.h"

#if PTE_MCU_MVE
/* Of channels 0, 4, 8 and 12; 1, 5, 9 and 13; ... */
typedef struct pte_mcu_sums16 {
    int32x4_t s0, s1, s2, s3;
} pte_mcu_sums16;

/* What results are clamped to, and their zero point; at how many bytes the numbers of each four
 * channels are. */
typedef struct pte_mcu_range16 {
    int8x16_t lo, hi;
    uint32x4_t fours;
    int32_t zero;
} pte_mcu_range16;

PTE_INLINE pte_mcu_range16 pte_mcu_range16_of(const pte_mcu_range *r, uint32_t words)
{
    return (pte_mcu_range16){vdupq_n_s8((int8_t)r->lo), vdupq_n_s8((int8_t)r->hi),
                             vmulq_n_u32(vidupq_n_u32(0, 4), words), r->zero};
}

/* `s` is scaled. */
PTE_INLINE void pte_mcu_narrow16(pte_s8 *out, pte_mcu_sums16 s, const pte_mcu_range16 *r)
{
    int8x16_t v;

    /* the compiler copies what it narrows */
    __asm__("vqmovnb.s32 %q1, %q1\n\t"
            "vqmovnt.s32 %q1, %q3\n\t"
            "vqmovnb.s32 %q2, %q2\n\t"
            "vqmovnt.s32 %q2, %q4\n\t"
            "vqadd.s16 %q1, %q1, %5\n\t"
            "vqadd.s16 %q2, %q2, %5\n\t"
            "vqmovnb.s16 %q0, %q1\n\t"
            "vqmovnt.s16 %q0, %q2"
            : "=&w"(v), "+w"(s.s0), "+w"(s.s1)
            : "w"(s.s2), "w"(s.s3), "r"(r->zero));
    vstrbq_s8(out, vmaxq_s8(vminq_s8(v, r->hi), r->lo));
}

/* Depthwise convolutions of so many taps at most: each weight has its place in a byte. */
enum { PTE_MCU_TAPS16 = ((255 - 5) / 3 - 16) / 4 };

/* Of so many taps. Where the weights of a tap are, 0 1 4 5 of each four channels; and at how many
 * bytes the four are. */
typedef struct pte_mcu_window16 {
    uint8x16_t places;
    uint32x4_t fours;
    const pte_s8 *const *tap;
    int32_t taps;
} pte_mcu_window16;

PTE_INLINE pte_mcu_window16 pte_mcu_window16_of(const pte_s8 *const *tap, int32_t taps)
{
    const uint32x4_t fours = vmulq_n_u32(vidupq_n_u32(0, 1), 16 + 4 * (uint32_t)(taps + taps % 2));

    return (pte_mcu_window16){
        vreinterpretq_u8_u32(vaddq_n_u32(vmulq_n_u32(fours, 0x1010101), 0x5040100)), fours, tap,
        taps};
}

#define PTE_MCU_TWO_PRODUCTS                                                                       \
    "vldrb.8 %q[a], [%[x]]\n\t"                                                                    \
    "vldrb.u8 %q[b], [%[k], %q[d]]\n\t"                                                            \
    "vmullb.s8 %q[c], %q[a], %q[b]\n\t"                                                            \
    "vmullt.s8 %q[a], %q[a], %q[b]\n\t"
#define PTE_MCU_ADD_WIDENED                                                                        \
    "vmovlb.s16 %q[b], %q[c]\n\t"                                                                  \
    "vadd.i32 %q[s0], %q[s0], %q[b]\n\t"                                                           \
    "vmovlt.s16 %q[c], %q[c]\n\t"                                                                  \
    "vadd.i32 %q[s2], %q[s2], %q[c]\n\t"                                                           \
    "vmovlb.s16 %q[b], %q[a]\n\t"                                                                  \
    "vadd.i32 %q[s1], %q[s1], %q[b]\n\t"                                                           \
    "vmovlt.s16 %q[a], %q[a]\n\t"                                                                  \
    "vadd.i32 %q[s3], %q[s3], %q[a]\n"

/* Of taps `behind` those of t: products of even and of odd channels, of two taps added in 16 bits.
 * Everything is in use, so `places` are read again and again. */
PTE_INLINE pte_mcu_sums16 pte_mcu_sum16(ptrdiff_t behind, const pte_s8 *w,
                                        const pte_mcu_window16 *t)
{
    const uint32x4_t fours = t->fours;
    const pte_s32 *start = (const pte_s32 *)(const void *)w;
    pte_mcu_sums16 s = {
        vldrwq_gather_offset_s32(start, fours),
        vldrwq_gather_offset_s32(start + 1, fours),
        vldrwq_gather_offset_s32(start + 2, fours),
        vldrwq_gather_offset_s32(start + 3, fours),
    };
    const pte_s8 *const *tap = t->tap, *k = w + 16, *x, *y;
    int8x16_t a, b, c, d;

    __asm__("lsr lr, %[taps], #1\n\t"
            "wls lr, lr, 2f\n"
            "1:\n\t"
            "vldrb.8 %q[d], [%[places]]\n\t"
            "ldrd %[x], %[y], [%[tap]], #8\n\t"
            "add %[x], %[x], %[behind]\n\t"
            "add %[y], %[y], %[behind]\n\t" PTE_MCU_TWO_PRODUCTS "adds %[k], %[k], #2\n\t"
            "vldrb.u8 %q[b], [%[k], %q[d]]\n\t"
            "vldrb.8 %q[d], [%[y]]\n\t"
            "vmullb.s8 %q[d], %q[d], %q[b]\n\t"
            "vadd.i16 %q[c], %q[c], %q[d]\n\t"
            "vldrb.8 %q[d], [%[y]]\n\t"
            "vmullt.s8 %q[d], %q[d], %q[b]\n\t"
            "vadd.i16 %q[a], %q[a], %q[d]\n\t" PTE_MCU_ADD_WIDENED "adds %[k], %[k], #6\n\t"
            "le lr, 1b\n"
            "2:\n\t"
            "lsrs lr, %[taps], #1\n\t"
            "bcc 3f\n\t"
            "vldrb.8 %q[d], [%[places]]\n\t"
            "ldr %[x], [%[tap]]\n\t"
            "add %[x], %[x], %[behind]\n\t" PTE_MCU_TWO_PRODUCTS PTE_MCU_ADD_WIDENED "3:"
            : [s0] "+w"(s.s0), [s1] "+w"(s.s1), [s2] "+w"(s.s2), [s3] "+w"(s.s3), [a] "=&w"(a),
              [b] "=&w"(b), [c] "=&w"(c), [d] "=&w"(d), [tap] "+r"(tap), [k] "+r"(k), [x] "=&r"(x),
              [y] "=&r"(y)
            : [taps] "r"(t->taps), [behind] "r"(behind), [places] "r"(&t->places)
            : "lr", "cc", "memory");
    return s;
}
#undef PTE_MCU_TWO_PRODUCTS
#undef PTE_MCU_ADD_WIDENED
#endif

#endif
