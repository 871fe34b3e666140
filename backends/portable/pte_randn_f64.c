/* SPDX-License-Identifier: 0BSD
 * Normally distributed doubles, by the transform of Box and Muller: two draws each. */
#include "pte_math.h"
#include "pte_random.h"

void pte_randn_f64(pte_f64 *out, const pte_s64 *generator, const pte_random *p)
{
    const uint64_t start = pte_random_start(generator);

    for (int32_t i = 0; i < p->count; i++) {
        const uint64_t a = pte_random_bits(start, 2 * (int64_t)i);
        const uint64_t b = pte_random_bits(start, 2 * (int64_t)i + 1);
        const double u = (double)((a >> 11) + 1) * 0x1p-53; /* not 0 */
        const double turn = (double)(b >> 11) * 0x1p-53;

        out[i] = pte_sqrt_f64(-2.0 * pte_log_f64(u)) * pte_cos_f64(6.283185307179586 * turn);
    }
}
