/* SPDX-License-Identifier: 0BSD
 * The natural logarithm of floats. */
#include "pte_math_parts.h"

float pte_log_f32(float x)
{
    float f;
    int32_t k;

    if (!(x > 0) || x > PTE_MAX_F32)
        return pte_log_limit_f32(x);
    k = pte_log_split_f32(x, &f);
    return pte_log_sum_f32(f, k, 0.0f);
}
