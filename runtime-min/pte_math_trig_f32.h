/* SPDX-License-Identifier: 0BSD
 * Sine, cosine and tangent of floats. */
#ifndef PTE_MATH_TRIG_F32_H
#define PTE_MATH_TRIG_F32_H

#include "pte_math_parts.h"

/* x = (n + 4m) pi / 2 + r.hi + r.lo with |r.hi| <= pi / 4. */
typedef struct pte_angle_f32 {
    pte_pair_f32 r;
    uint32_t n;
} pte_angle_f32;

/* The upper half of a * b, with an error of a few units. */
PTE_INLINE uint64_t pte_upper_product(uint64_t a, uint64_t b)
{
    const uint64_t ah = a >> 32, al = (uint32_t)a, bh = b >> 32, bl = (uint32_t)b;

    return ah * bh + (ah * bl >> 32) + (al * bh >> 32);
}

/* x * 2 / pi modulo 4 in units of 2^-62, for |x| >= pi / 4: the digits of 2 / pi that would add
 * whole turns are left out (M. Payne, R. Hanek, Radian reduction for trigonometric functions,
 * 1983). */
PTE_INLINE uint64_t pte_turns_f32(uint32_t bits)
{
    static const uint32_t two_over_pi[] = {0,          0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                           0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};
    const uint32_t m = (bits & 0x7fffff) | 0x800000; /* in units of 2^(exponent - 150) */
    const uint32_t at = (bits >> 23 & 255) - 120;
    const uint32_t *t = two_over_pi + (at >> 5);
    uint32_t digits[3];

    for (int i = 0; i < 3; i++)
        digits[i] = (uint32_t)(((uint64_t)t[i] << 32 | t[i + 1]) << (at & 31) >> 32);
    return ((uint64_t)(m * digits[0]) << 32) + (uint64_t)m * digits[1] +
           ((uint64_t)m * digits[2] >> 32);
}

PTE_INLINE pte_angle_f32 pte_reduce_f32(float x)
{
    const uint32_t u = pte_bits_f32(x);
    pte_angle_f32 a = {{x, 0.0f}, 0};
    uint64_t turns, r;
    uint32_t sign;
    float unit = 0x1p-62f; /* of r, and so that r < 2^63 */

    if (pte_abs_f32(x) < 0x1.921fb4p-1f)
        return a;
    turns = pte_turns_f32(u);
    a.n = (uint32_t)((turns + (UINT64_C(1) << 61)) >> 62);
    r = turns << 2; /* the fraction of a quarter turn, -1/2..1/2 */
    sign = (uint32_t)(r >> 63);
    r = pte_upper_product(sign ? 0 - r : r, UINT64_C(0x6487ed5110b4611a)); /* pi / 2 in 2^-62 */
    for (; r >> 62 == 0 && unit > 0x1p-110f; r <<= 1)
        unit *= 0.5f;
    a.r.hi = PTE_MUL((float)(int32_t)(r >> 39), unit * 0x1p39f);
    a.r.lo = PTE_MUL((float)(int32_t)(r >> 8 & 0x7fffffff), unit * 0x1p8f);
    if (sign != u >> 31) {
        a.r.hi = -a.r.hi;
        a.r.lo = -a.r.lo;
    }
    a.n = u >> 31 ? 0 - a.n : a.n;
    return a;
}

#define F           float
#define FN(name)    pte_##name##_f32
#define SIN_POLY(z) PTE_POLY3(z, -0x1.555546p-3f, 0x1.110778p-7f, -0x1.9953fep-13f)
#define COS_POLY(z) PTE_POLY3(z, 0x1.55554ap-5f, -0x1.6c0c28p-10f, 0x1.99e80cp-16f)
#include "pte_math_trig.inc"

#endif
