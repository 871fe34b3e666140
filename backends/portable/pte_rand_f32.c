/* SPDX-License-Identifier: 0BSD
 * Numbers of type float that are as likely everywhere from 0 to below 1. */
#include "pte_random.h"

void pte_rand_f32(pte_f32 *out, const pte_s64 *generator, const pte_random *p)
{
    const uint64_t start = pte_random_start(generator);
    const float step = (float)1 / (float)(UINT64_C(1) << p->bits);

    for (int32_t i = 0; i < p->count; i++)
        out[i] = (float)(pte_random_bits(start, i) >> (64 - p->bits)) * step;
}
