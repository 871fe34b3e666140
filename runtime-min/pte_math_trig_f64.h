/* SPDX-License-Identifier: 0BSD
 * Sine, cosine and tangent of doubles. */
#ifndef PTE_MATH_TRIG_F64_H
#define PTE_MATH_TRIG_F64_H

#include "pte_math_parts_f64.h"

/* x = (n + 4m) pi / 2 + r.hi + r.lo with |r.hi| <= pi / 4. */
typedef struct pte_angle_f64 {
    pte_pair_f64 r;
    uint32_t n;
} pte_angle_f64;

enum { PTE_TURN_WORDS = 6 };

/* m * 2 / pi modulo 4 in units of 2^-190, most significant word first, for m in units of
 * 2^(at - 62): the digits of 2 / pi that would add whole turns are left out (M. Payne, R. Hanek,
 * Radian reduction for trigonometric functions, 1983). */
PTE_INLINE void pte_turns_f64(uint32_t *product, uint64_t m, uint32_t at)
{
    static const uint32_t two_over_pi[] = {
        0,          0,          0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599,
        0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c,
        0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639,
        0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f,
        0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7,
        0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab};
    const uint32_t *t = two_over_pi + (at >> 5);
    const uint64_t low = (uint32_t)m, high = m >> 32;
    uint32_t digits[PTE_TURN_WORDS];
    uint64_t carry = 0;

    for (int i = 0; i < PTE_TURN_WORDS; i++)
        digits[i] = (uint32_t)(((uint64_t)t[i] << 32 | t[i + 1]) << (at & 31) >> 32);
    for (int i = PTE_TURN_WORDS - 1; i >= 0; i--) {
        carry += digits[i] * low;
        product[i] = (uint32_t)carry;
        carry >>= 32;
    }
    carry = 0;
    for (int i = PTE_TURN_WORDS - 1; i > 0; i--) {
        carry += digits[i] * high + product[i - 1];
        product[i - 1] = (uint32_t)carry;
        carry >>= 32;
    }
}

PTE_INLINE pte_angle_f64 pte_reduce_f64(double x)
{
    const pte_pair_f64 half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
    const uint64_t u = pte_bits_f64(x), one = UINT64_C(1) << 52;
    const uint32_t e = (uint32_t)(u >> 52 & 2047);
    uint32_t p[PTE_TURN_WORDS];
    pte_angle_f64 a = {{x, 0.0}, 0};
    uint64_t hi, lo, sign;
    int32_t zeros = 0;

    if (pte_abs_f64(x) < 0x1.921fb54442d18p-1)
        return a;
    pte_turns_f64(p, (u & (one - 1)) | one, e - 1013);
    hi = (uint64_t)p[0] << 32 | p[1];
    lo = (uint64_t)p[2] << 32 | p[3];
    a.n = (uint32_t)((hi + (UINT64_C(1) << 61)) >> 62);
    hi = hi << 2 | lo >> 62; /* the fraction of a quarter turn, -1/2..1/2 */
    lo <<= 2;
    sign = hi >> 63;
    hi = sign ? ~hi : hi; /* one unit off, which does not matter */
    lo = sign ? ~lo : lo;
    for (; hi >> 63 == 0 && zeros < 64; zeros++) {
        hi = hi << 1 | lo >> 63;
        lo <<= 1;
    }
    a.r.hi = PTE_MUL((double)(hi >> 11), 0x1p-53);
    a.r.lo = PTE_MUL((double)(hi << 53 | lo >> 11), 0x1p-117);
    a.r = pte_pair_product_f64(a.r, half_pi);
    a.r.hi = PTE_MUL(a.r.hi, pte_power_of_two_f64(-zeros));
    a.r.lo = PTE_MUL(a.r.lo, pte_power_of_two_f64(-zeros));
    if (sign != u >> 63) {
        a.r.hi = -a.r.hi;
        a.r.lo = -a.r.lo;
    }
    a.n = u >> 63 ? 0 - a.n : a.n;
    return a;
}

#define F        double
#define FN(name) pte_##name##_f64
#define SIN_POLY(z)                                                                                \
    PTE_POLY6(z, -0x1.5555555555548p-3, 0x1.111111110f73p-7, -0x1.a01a019be9216p-13,               \
              0x1.71de3555899e9p-19, -0x1.ae5e4c4894ddcp-26, 0x1.5d8bb97cfd03cp-33)
#define COS_POLY(z)                                                                                \
    PTE_POLY6(z, 0x1.555555555554bp-5, -0x1.6c16c16c15013p-10, 0x1.a01a019c8ed0ap-16,              \
              -0x1.27e4f7f1415b2p-22, 0x1.1ee9db8e811c5p-29, -0x1.8fa65eca6538bp-37)
#include "pte_math_trig.inc"

#endif
