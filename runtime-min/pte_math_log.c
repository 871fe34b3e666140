/* SPDX-License-Identifier: 0BSD
 * The natural logarithm of floats. */
#include "pte_math_parts.h"

/* log(2^k (1 + f)) + extra, for sqrt(1/2) <= 1 + f < sqrt(2) and a small extra. */
static float pte_log_sum(float f, int32_t k, float extra)
{
    const float n = (float)k, z = PTE_MUL(f, f);
    const float p = PTE_POLY8(f, 0x1.555554p-2f, -0x1.000228p-2f, 0x1.99a036p-3f, -0x1.547228p-3f,
                              0x1.22d5e6p-3f, -0x1.0d818ap-3f, 0x1.0576c8p-3f, -0x1.390e7ap-4f);
    const float tail =
        PTE_MUL(z, f * p) + (PTE_MUL(n, 0x1.0bfbe8p-15f) + extra); /* log 2 in two parts */
    const pte_pair_f32 a = pte_two_sum_f32(PTE_MUL(n, 0x1.62ep-1f), f);
    const pte_pair_f32 b = pte_two_sum_f32(n == 0 ? f : a.hi, PTE_MUL(-0.5f, z));

    return b.hi + (b.lo + (n == 0 ? tail : tail + a.lo));
}

float pte_log_f32(float x)
{
    float f;
    int32_t k;

    if (!(x > 0) || x > PTE_MAX_F32)
        return pte_log_limit_f32(x);
    k = pte_log_split_f32(x, &f);
    return pte_log_sum(f, k, 0.0f);
}

/* log(u) + c / u, where c is what 1 + x lost by rounding to u. */
float pte_log1p_f32(float x)
{
    const float u = 1.0f + x;
    float f, c;
    int32_t k;

    if (!(x > -1.0f) || x > PTE_MAX_F32)
        return x == -1.0f ? pte_log_limit_f32(u) : x < 0 ? (x - x) / (x - x) : x;
    if (x > -0.29f && x < 0.41f)
        return x == 0 ? x : pte_log_sum(x, 0, 0.0f);
    c = x > 1.0f ? 1.0f - (u - x) : x - (u - 1.0f);
    k = pte_log_split_f32(u, &f);
    return pte_log_sum(f, k, c / u);
}
