/* SPDX-License-Identifier: 0BSD
 * The average of quantised bytes. With k elements and the exact sum S of what they are above the
 * zero point, the float result is within (k + 2) 2^-24 255 k / n of S / n before it is rounded to
 * an integer: each of k - 1 additions, k products and two divisions is off by at most 2^-24 of its
 * result. So S decides wherever S / n is farther than that from the middle of two integers. In the
 * middle the order and the roundings of the sum decide, and are repeated here in integers. */
#include "pte_average_s8.h"

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

/* The average above the zero point, with each rounding of the definition. The sum is in units of
 * the last bit of the scale, the mean in units of 2^-6 of that, and the result in units of 2^-26.
 */
static int32_t pte_average_repeat(int32_t n, const pte_average_taps *taps, int32_t zero,
                                  uint32_t scale)
{
    const pte_s8 *row = taps->first;
    int64_t sum = 0, mean, steps;
    uint64_t bits;

    for (int32_t y = 0; y < taps->rows; y++, row += taps->dy)
        for (int32_t x = 0; x < taps->cols; x++)
            sum = pte_average_round(sum +
                                    pte_average_round((row[x * taps->dx] - zero) * (int64_t)scale));
    mean = pte_average_divide(sum * (1 << 5), (uint32_t)n);
    steps = pte_average_divide(mean * (1 << 19), scale);
    bits = steps < 0 ? (uint64_t)-steps : (uint64_t)steps;
    bits += (1u << 25) - 1 + (bits >> 26 & 1); /* halves go to the even neighbour */
    return steps < 0 ? -(int32_t)(bits >> 26) : (int32_t)(bits >> 26);
}

/* An integer of at most 8 bits and a sign, from its bits as a float. */
static int32_t pte_average_integer(int32_t bits)
{
    const int32_t exponent = bits >> 23 & 255;
    const int32_t v = exponent < 127 ? 0 : ((bits & 0x7fffff) | 0x800000) >> (150 - exponent);

    return bits < 0 ? -v : v;
}

int8_t pte_average_s8(int32_t sum, int32_t n, const pte_average_taps *taps, const pte_f32 *q)
{
    const pte_s32 *bits = (const pte_s32 *)q;
    const int32_t zero = pte_average_integer(bits[0]), k = taps->rows * taps->cols;
    const int32_t above = sum - k * zero;
    int32_t steps = n ? above / n : 0, rest = n ? above % n : 0, apart;

    if (rest < 0) {
        rest += n;
        steps--;
    }
    apart = 2 * rest - n;
    if (n && steps > -256 && steps < 256 &&
        (k >= 1 << 15 || (apart < 0 ? -apart : apart) <= k * (k + 3) >> 15))
        steps = pte_average_repeat(n, taps, zero, (uint32_t)((bits[1] & 0x7fffff) | 0x800000));
    else if (apart > 0)
        steps++;
    steps += zero;
    return (int8_t)(steps >= INT8_MAX ? INT8_MAX : steps <= INT8_MIN ? INT8_MIN : steps);
}
