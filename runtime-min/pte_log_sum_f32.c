/* SPDX-License-Identifier: 0BSD
 * What the natural logarithms of floats have in common. */
#include "pte_math_parts.h"

/* log(2^k (1 + f)) + extra, for sqrt(1/2) <= 1 + f < sqrt(2) and a small extra. */
float pte_log_sum_f32(float f, int32_t k, float extra)
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
