/* SPDX-License-Identifier: 0BSD
 * log(1 + x) of floats. */
#include "pte_math_parts.h"

/* log(u) + c / u, where c is what 1 + x lost by rounding to u. */
float pte_log1p_f32(float x)
{
    const float u = 1.0f + x;
    float f, c;
    int32_t k;

    if (!(x > -1.0f) || x > PTE_MAX_F32)
        return x == -1.0f ? pte_log_limit_f32(u) : x < 0 ? (x - x) / (x - x) : x;
    if (x > -0.29f && x < 0.41f)
        return x == 0 ? x : pte_log_sum_f32(x, 0, 0.0f);
    c = x > 1.0f ? 1.0f - (u - x) : x - (u - 1.0f);
    k = pte_log_split_f32(u, &f);
    return pte_log_sum_f32(f, k, c / u);
}
