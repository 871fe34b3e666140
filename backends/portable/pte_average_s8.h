/* SPDX-License-Identifier: 0BSD
 * Averages of quantised bytes, in float as the cortex_m dialect defines them: every element is
 * dequantised, and so rounded, before it is added. */
#ifndef PTE_AVERAGE_S8_H
#define PTE_AVERAGE_S8_H

#include "pte_math.h"
#include "pte_pool.h"

typedef struct pte_average_s8 {
    float zero, scale;
} pte_average_s8;

/* q = { zero point, multiplier, shift } */
PTE_INLINE pte_average_s8 pte_average_s8_of(const pte_s32 *q)
{
    const float scale = pte_ldexp_f32((float)q[1], pte_sub_s32(q[2], 31));
    const pte_average_s8 a = {(float)q[0], scale};

    return a;
}

PTE_INLINE float pte_average_s8_add(float sum, int8_t v, const pte_average_s8 *a)
{
    return sum + pte_mul_f32((float)v - a->zero, a->scale);
}

PTE_INLINE int8_t pte_average_s8_result(float sum, int32_t n, const pte_average_s8 *a)
{
    const float mean = n ? sum / (float)n : 0.0f;

    return pte_s8_from_f32(pte_rint_f32(mean / a->scale) + a->zero);
}

#endif
