/* SPDX-License-Identifier: 0BSD
 * Numbers of type double that are as likely everywhere from 0 to below 1. */
#include "pte_random.h"

void pte_rand_f64(pte_f64 *out, const pte_s64 *generator, const pte_random *p)
{
    const uint64_t start = pte_random_start(generator);
    const double step = (double)1 / (double)(UINT64_C(1) << p->bits);

    for (int32_t i = 0; i < p->count; i++)
        out[i] = (double)(pte_random_bits(start, i) >> (64 - p->bits)) * step;
}
