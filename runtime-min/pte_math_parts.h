/* SPDX-License-Identifier: 0BSD
 * Pieces of the elementary functions: sums and products of two floats with their rounding error
 * (T. J. Dekker, A floating-point technique for extending the available precision, 1971), and the
 * exponential before scaling. For use between PTE_EXACT_BEGIN and PTE_EXACT_END. */
#ifndef PTE_MATH_PARTS_H
#define PTE_MATH_PARTS_H

#include "pte_math.h"

PTE_EXACT_BEGIN

/* The unevaluated sum hi + lo. */
typedef struct pte_pair {
    float hi, lo;
} pte_pair;

/* a + b where |a| >= |b| or a = 0. */
PTE_INLINE pte_pair pte_two_sum(float a, float b)
{
    pte_pair s;

    s.hi = a + b;
    s.lo = b - (s.hi - a);
    return s;
}

/* The upper half of the significand; products of halves are exact. */
PTE_INLINE float pte_upper_half(float a)
{
    return pte_float_of_bits(pte_bits_f32(a) & UINT32_C(0xfffff000));
}

PTE_INLINE pte_pair pte_two_product(float a, float b)
{
    const float ah = pte_upper_half(a), al = a - ah;
    const float bh = pte_upper_half(b), bl = b - bh;
    pte_pair p;

    p.hi = a * b;
    p.lo = ((ah * bh - p.hi) + ah * bl + al * bh) + al * bl;
    return p;
}

PTE_INLINE pte_pair pte_pair_product(pte_pair a, pte_pair b)
{
    pte_pair p = pte_two_product(a.hi, b.hi);

    p.lo += a.hi * b.lo + a.lo * b.hi;
    return pte_two_sum(p.hi, p.lo);
}

/* expm1(r) = hi + lo with x = k log 2 + r and |r| <= log(2) / 2, for |x| < 200. */
typedef struct pte_exp_parts {
    pte_pair expm1;
    int32_t k;
} pte_exp_parts;

PTE_INLINE pte_exp_parts pte_exp_reduce(float x)
{
    const float magic = 0x1.8p23f; /* adding it rounds to an integer in the low digits */
    const float t = x * 0x1.715476p+0f + magic, k = t - magic;
    const float head = x - k * 0x1.62ep-1f, tail = k * 0x1.0bfbe8p-15f; /* log 2 in two parts */
    const float r = head - tail;
    const float p = 0x1.fffffep-2f + r * (0x1.5554aep-3f + r * (0x1.555724p-5f +
                    r * (0x1.1228e4p-7f + r * 0x1.6b77d6p-10f)));
    pte_exp_parts e;

    e.expm1 = pte_two_sum(r, r * r * p);
    e.expm1.lo += (head - r) - tail;
    e.k = (int32_t)(pte_bits_f32(t) - pte_bits_f32(magic));
    return e;
}

/* 2^n for -126 <= n <= 127. */
PTE_INLINE float pte_power_of_two(int32_t n)
{
    return pte_float_of_bits((uint32_t)(n + 127) << 23);
}

/* y * 2^k for |k| <= 250, rounded once: the first factor leaves y normal. */
PTE_INLINE float pte_scale(float y, int32_t k)
{
    const int32_t half = k >> 1;

    return y * pte_power_of_two(half) * pte_power_of_two(k - half);
}

/* exp(x) * 2^shift, for |x| < 110. */
PTE_INLINE float pte_exp_scaled(float x, int32_t shift)
{
    const pte_exp_parts e = pte_exp_reduce(x);
    const pte_pair y = pte_two_sum(1.0f, e.expm1.hi);

    return pte_scale(y.hi + (y.lo + e.expm1.lo), e.k + shift);
}

PTE_EXACT_END

#endif
