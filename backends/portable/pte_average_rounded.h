/* SPDX-License-Identifier: 0BSD
 * The average of quantised bytes with each rounding of its definition in float, by integers. The
 * scale counts in units of its last bit, and so does the sum. */
#ifndef PTE_AVERAGE_ROUNDED_H
#define PTE_AVERAGE_ROUNDED_H

#include "pte_rt.h"

/* The zero point, an integer of at most 8 bits and a sign, from its bits as a float. */
PTE_INLINE int32_t pte_average_zero(const pte_f32 *q)
{
    const int32_t bits = *(const pte_s32 *)q;
    const int32_t exponent = bits >> 23 & 255;
    const int32_t v = exponent < 127 ? 0 : ((bits & 0x7fffff) | 0x800000) >> (150 - exponent);

    return bits < 0 ? -v : v;
}

/* The scale's 24 bits. */
PTE_INLINE uint32_t pte_average_scale(const pte_f32 *q)
{
    return (uint32_t)((((const pte_s32 *)q)[1] & 0x7fffff) | 0x800000);
}

/* A whole number below 2^56 with at most 24 bits, as float rounds it. It stays a function, as it is
 * seldom called. */
PTE_NOINLINE static int64_t pte_average_round(int64_t v)
{
    const uint64_t bits = v < 0 ? (uint64_t)-v : (uint64_t)v;
    uint32_t kept, lost, half;
    int32_t shift = 0;

    for (uint32_t above = (uint32_t)(bits >> 24); above != 0; above >>= 1)
        shift++;
    if (shift == 0)
        return v;
    half = 1u << (shift - 1);
    lost = (uint32_t)bits & (2 * half - 1);
    kept = (uint32_t)(bits >> shift);
    if (lost > half || (lost == half && (kept & 1) != 0))
        kept++;
    return v < 0 ? -((int64_t)kept << shift) : (int64_t)kept << shift;
}

/* 2 v / n as float rounds it. A bit below those that rounding looks at stands for the remainder. */
PTE_NOINLINE static int64_t pte_average_divide(int64_t v, uint32_t n)
{
    uint64_t dividend = v < 0 ? (uint64_t)-v : (uint64_t)v, quotient = 0;
    uint32_t rest = 0;

    for (int32_t i = 0; i < 64; i++) {
        rest = rest << 1 | (uint32_t)(dividend >> 63);
        dividend <<= 1;
        quotient <<= 1;
        if (rest >= n) {
            rest -= n;
            quotient |= 1;
        }
    }
    quotient = quotient << 1 | (rest != 0);
    return pte_average_round(v < 0 ? -(int64_t)quotient : (int64_t)quotient);
}

/* The sum after one more element, so far above the zero point. */
PTE_INLINE int64_t pte_average_add(int64_t sum, int32_t above, uint32_t scale)
{
    return pte_average_round(sum + pte_average_round(above * (int64_t)scale));
}

/* The average above the zero point. The mean is in units of 2^-6 of the sum's, and the result,
 * before it is an integer, in units of 2^-26. */
PTE_INLINE int32_t pte_average_steps(int64_t sum, int32_t n, uint32_t scale)
{
    const int64_t mean = pte_average_divide(sum * (1 << 5), (uint32_t)n);
    const int64_t steps = pte_average_divide(mean * (1 << 19), scale);
    uint64_t bits = steps < 0 ? (uint64_t)-steps : (uint64_t)steps;

    bits += (1u << 25) - 1 + (bits >> 26 & 1); /* halves go to the even neighbour */
    return steps < 0 ? -(int32_t)(bits >> 26) : (int32_t)(bits >> 26);
}

PTE_INLINE int8_t pte_average_byte(int32_t v)
{
    return (int8_t)(v >= INT8_MAX ? INT8_MAX : v <= INT8_MIN ? INT8_MIN : v);
}

#endif
