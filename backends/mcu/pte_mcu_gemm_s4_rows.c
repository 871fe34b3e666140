/* SPDX-License-Identifier: 0BSD
 * Products of rows that were quantised one by one, with weights of 4 bits. With the DSP extension
 * four bytes of each of four columns at a time: what they hold in their lower halves meets four
 * elements, and what they hold in the upper ones four others. */
#include "pte_mcu.h"
#include "pte_window.h"

#define ACC      uint32_t
#define FN(name) pte_mcu_gemm_s4_rows_##name
#define X(v)     ((uint32_t)(v) + zero[0])

#if PTE_MCU_DSP
enum { PTE_MCU_LONGEST_ROW = 65536 }; /* 16 times a sum fits 32 bits */

/* Elements of a row, less its zero point, as halves: 0 and 2, 1 and 3 of each four. */
typedef struct pte_mcu_eight {
    uint32_t low[2], high[2];
} pte_mcu_eight;

PTE_INLINE void pte_mcu_widen_row(uint32_t *pair, const pte_s8 *x, uint32_t zeros)
{
    const uint32_t four = pte_mcu_load4(x);

    __asm__("sxtab16 %0, %1, %2" : "=r"(pair[0]) : "r"(zeros), "r"(four));
    __asm__("sxtab16 %0, %1, %2, ror #8" : "=r"(pair[1]) : "r"(zeros), "r"(four));
}

/* Returns sum + the products of four elements with four weights. */
PTE_INLINE uint32_t pte_mcu_add_four(uint32_t sum, const uint32_t *pair, uint32_t weights)
{
    uint32_t two;

    __asm__("sxtb16 %0, %1" : "=r"(two) : "r"(weights));
    __asm__("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(pair[0]), "r"(two));
    __asm__("sxtb16 %0, %1, ror #8" : "=r"(two) : "r"(weights));
    __asm__("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(pair[1]), "r"(two));
    return sum;
}

/* The same with 16 times eight weights, in bytes. */
PTE_INLINE uint32_t pte_mcu_add_eight(uint32_t sum, const pte_mcu_eight *x, const pte_s8 *w)
{
    const uint32_t pairs = pte_mcu_load4(w);

    sum = pte_mcu_add_four(sum, x->low, pairs << 4 & 0xf0f0f0f0);
    return pte_mcu_add_four(sum, x->high, pairs & 0xf0f0f0f0);
}

static int FN(mac_four)(uint32_t *acc, int32_t k, const pte_s8 *x, const pte_s8 *w, ptrdiff_t ws,
                        const uint32_t *zero)
{
    const pte_s8 *w1 = w + ws, *w2 = w1 + ws, *w3 = w2 + ws, *const y = x + k / 2;
    const uint32_t zeros = (zero[0] & 0xffff) | zero[0] << 16;
    uint32_t a = 0, b = 0, c = 0, d = 0;

    if (k % 8 || k > PTE_MCU_LONGEST_ROW)
        return 0;
    for (int32_t i = 0; i < k / 2; i += 4) {
        pte_mcu_eight eight;

        pte_mcu_widen_row(eight.low, x + i, zeros);
        pte_mcu_widen_row(eight.high, y + i, zeros);
        a = pte_mcu_add_eight(a, &eight, w + i);
        b = pte_mcu_add_eight(b, &eight, w1 + i);
        c = pte_mcu_add_eight(c, &eight, w2 + i);
        d = pte_mcu_add_eight(d, &eight, w3 + i);
    }
    acc[0] += (uint32_t)((int32_t)a >> 4);
    acc[1] += (uint32_t)((int32_t)b >> 4);
    acc[2] += (uint32_t)((int32_t)c >> 4);
    acc[3] += (uint32_t)((int32_t)d >> 4);
    return 1;
}
#define OWN_FOUR
#endif
#include "dots_s4.inc"
#undef OWN_FOUR

#define KERNEL    pte_mcu_gemm_s4_rows
#define WEIGHT    pte_s8
#define COLUMN(k) ((k) / 2)
#define STEP      (p->k / 2)
#include "gemm_rows.inc"
#undef ACC
