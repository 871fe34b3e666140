/* SPDX-License-Identifier: 0BSD
 * Averages of quantised bytes over a picture whose rows come a few at a time. Rows do not stay
 * until pte_average_s8() may need them again, so the sum is kept as the definition rounds it: 24
 * bits, a count of zeros behind them, and the sign. */
#include "pte_average_rounded.h"
#include "pte_pool.h"

typedef struct pte_average_q {
    int32_t zero;
    uint32_t scale;
} pte_average_q;

enum { PTE_AVERAGE_BITS = 24 };

static int64_t pte_average_unpack(pte_s32 sum)
{
    const uint32_t bits = (uint32_t)sum & INT32_MAX;
    const int64_t v = (int64_t)(bits & 0xffffff) << (bits >> PTE_AVERAGE_BITS);

    return sum < 0 ? -v : v;
}

static pte_s32 pte_average_pack(int64_t sum)
{
    uint64_t bits = sum < 0 ? (uint64_t)-sum : (uint64_t)sum;
    uint32_t zeros = 0;

    for (; bits >> PTE_AVERAGE_BITS != 0; bits >>= 1)
        zeros++;
    bits |= zeros << PTE_AVERAGE_BITS;
    return sum < 0 ? (pte_s32)bits | INT32_MIN : (pte_s32)bits;
}

/* A product of 8 and 24 bits, as float rounds it. */
static uint32_t pte_average_term(uint32_t term)
{
    uint32_t above = term >> PTE_AVERAGE_BITS, lost = 0;

    if (above == 0)
        return term;
    if (above >> 4 != 0) {
        lost = 4;
        above >>= 4;
    }
    if (above >> 2 != 0) {
        lost += 2;
        above >>= 2;
    }
    lost += 1 + (above >> 1);
    term += (1u << (lost - 1)) - 1 + (term >> lost & 1);
    return term >> lost << lost;
}

/* The sum after an element that is so far above the zero point. Most have the sign of the sum, and
 * all but the first of a sum of thousands of zeros: that sum and the element are added with 6 bits
 * behind the 24, of which the last says whether any were 1. */
static pte_s32 pte_average_after(pte_s32 sum, int32_t above, uint32_t scale)
{
    enum { GUARD = 6, FEWEST = 8 };
    const uint32_t term = pte_average_term((uint32_t)(above < 0 ? -above : above) * scale);
    const uint32_t zeros = (uint32_t)sum >> PTE_AVERAGE_BITS & 127, shift = zeros - GUARD;
    uint32_t total, lost;

    if ((sum ^ above) < 0 || zeros < FEWEST)
        return pte_average_pack(
            pte_average_round(pte_average_unpack(sum) + (above < 0 ? -(int64_t)term : term)));
    total = (((uint32_t)sum & 0xffffff) << GUARD) + (term >> shift);
    total |= (term & ((1u << shift) - 1)) != 0;
    lost = GUARD + (total >> (PTE_AVERAGE_BITS + GUARD));
    total += (1u << (lost - 1)) - 1 + (total >> lost & 1);
    lost = GUARD + (total >> (PTE_AVERAGE_BITS + GUARD));
    total = (total >> lost) | (zeros + lost - GUARD) << PTE_AVERAGE_BITS;
    return (pte_s32)(total | ((uint32_t)sum & (uint32_t)INT32_MIN));
}

#define T                 pte_s8
#define SUM               pte_s32
#define FN(name)          pte_avg_pool2d_s8_##name
#define STEP(sum, v, epi) pte_average_after(sum, (v) - (epi)->zero, (epi)->scale)
#define RESULT(sum, n, p, epi)                                                                     \
    pte_average_byte(pte_average_steps(pte_average_unpack(sum), n, (epi)->scale) + (epi)->zero)
#define EPILOGUE pte_average_q
#include "avg_pool2d_rows.inc"

void pte_avg_pool2d_s8_rows(pte_s8 *out, pte_s32 *sums, const pte_s8 *in, const pte_f32 *q,
                            int32_t from, int32_t end, const pte_pool2d *p)
{
    const pte_average_q epi = {pte_average_zero(q), pte_average_scale(q)};

    pte_avg_pool2d_s8_rows_run(out, sums, in, from, end, &epi, p);
}

#undef T
#undef SUM
#undef FN
#undef STEP
#undef RESULT
#undef EPILOGUE
