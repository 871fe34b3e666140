/* SPDX-License-Identifier: 0BSD
 * Averages of quantised bytes, in float as the cortex_m dialect defines them: every element is
 * dequantised, and so rounded, before it is added. q = { zero point, scale }. */
#ifndef PTE_AVERAGE_S8_H
#define PTE_AVERAGE_S8_H

#include "pte_math.h"
#include "pte_pool.h"

PTE_INLINE float pte_average_s8_add(float sum, int8_t v, const pte_f32 *q)
{
    return sum + pte_mul_f32((float)v - q[0], q[1]);
}

PTE_INLINE int8_t pte_average_s8_result(float sum, int32_t n, const pte_f32 *q)
{
    const float mean = n ? sum / (float)n : 0.0f;
    const float steps = pte_rint_f32(mean / q[1]) + q[0];

    return steps >= 127.0f ? INT8_MAX : steps <= -128.0f ? INT8_MIN : pte_s8_from_f32(steps);
}

#endif
