/* SPDX-License-Identifier: 0BSD
 * Normally distributed floats, by the transform of Box and Muller. */
#include "pte_math.h"
#include "pte_random.h"

void pte_randn_f32(pte_f32 *out, const pte_s64 *generator, const pte_random *p)
{
    const uint64_t start = pte_random_start(generator);

    for (int32_t i = 0; i < p->count; i++) {
        const uint64_t bits = pte_random_bits(start, i);
        const float u = (float)((bits >> 32) + 1) * 0x1p-32f; /* not 0 */
        const float turn = (float)(bits & 0xffffffu) * 0x1p-24f;

        out[i] = pte_sqrt_f32(-2.0f * pte_log_f32(u)) * pte_cos_f32(6.28318531f * turn);
    }
}
