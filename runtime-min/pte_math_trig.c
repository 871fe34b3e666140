/* SPDX-License-Identifier: 0BSD
 * Sine, cosine and tangent. */
#include "pte_math_parts.h"

PTE_EXACT_BEGIN

/* x = (n + 4m) pi / 2 + r.hi + r.lo with |r.hi| <= pi / 4. */
typedef struct pte_angle_f32 {
    pte_pair_f32 r;
    uint32_t n;
} pte_angle_f32;

/* The upper half of f * c, with an error of a few units. */
static int64_t pte_product_upper(int64_t f, uint64_t c)
{
    const uint64_t a = (uint64_t)(f < 0 ? -f : f);
    const uint64_t ah = a >> 32, al = (uint32_t)a, ch = c >> 32, cl = (uint32_t)c;
    const uint64_t p = ah * ch + (ah * cl >> 32) + (al * ch >> 32);

    return f < 0 ? -(int64_t)p : (int64_t)p;
}

/* Multiplies by 2 / pi in fixed point, leaving out the digits that only add whole turns (M. Payne,
 * R. Hanek, Radian reduction for trigonometric functions, 1983). */
static pte_angle_f32 pte_reduce_f32(float x)
{
    static const uint32_t two_over_pi[] = {0,          0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                           0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};
    const uint32_t u = pte_bits_f32(x), e = u >> 23 & 255, m = (u & 0x7fffff) | 0x800000;
    const uint32_t at = e - 120; /* where digits start that do not add whole turns to m 2^(e-150) */
    const uint32_t *t;
    uint32_t digits[3];
    uint64_t turns;
    int64_t f, r;
    pte_angle_f32 a = {{x, 0.0f}, 0};

    if (pte_abs_f32(x) < 0x1.921fb4p-1f)
        return a;
    t = two_over_pi + (at >> 5);
    for (int i = 0; i < 3; i++)
        digits[i] = (uint32_t)(((uint64_t)t[i] << 32 | t[i + 1]) << (at & 31) >> 32);
    turns = ((uint64_t)(m * digits[0]) << 32) + (uint64_t)m * digits[1] +
            ((uint64_t)m * digits[2] >> 32);
    a.n = (uint32_t)((turns + (UINT64_C(1) << 61)) >> 62);
    f = (int64_t)(turns << 2) >> 1;
    r = pte_product_upper(f, UINT64_C(0x6487ed5110b4611a)); /* pi / 2 */
    a.r.hi = (float)r;
    a.r.lo = (float)(r - (int64_t)a.r.hi) * 0x1p-61f;
    a.r.hi *= 0x1p-61f;
    if (u >> 31) {
        a.r.hi = -a.r.hi;
        a.r.lo = -a.r.lo;
        a.n = 0 - a.n;
    }
    return a;
}

#define F           float
#define FN(name)    pte_##name##_f32
#define SIN_POLY(z) -0x1.555546p-3f + z * (0x1.110778p-7f + z * -0x1.9953fep-13f)
#define COS_POLY(z) 0x1.55554ap-5f + z * (-0x1.6c0c28p-10f + z * 0x1.99e80cp-16f)
#include "pte_math_trig.inc"

float pte_sin_f32(float x)
{
    return pte_sin_or_cos_f32(x, 0);
}

float pte_cos_f32(float x)
{
    return pte_sin_or_cos_f32(x, 1);
}

float pte_tan_f32(float x)
{
    return x == 0 ? x : pte_sin_or_cos_f32(x, 0) / pte_sin_or_cos_f32(x, 1);
}

PTE_EXACT_END
