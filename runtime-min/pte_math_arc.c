/* SPDX-License-Identifier: 0BSD
 * Inverse sine, cosine and tangent. */
#include "pte_math_parts.h"

PTE_EXACT_BEGIN

/* asin(x) - x for z = x^2 <= 1/4. */
static float pte_asin_tail(float x, float z)
{
    return x * z *
           PTE_POLY5(z, 0x1.5555c8p-3f, 0x1.330204p-4f, 0x1.747bb6p-5f, 0x1.8c3e8p-6f,
                     0x1.595c1cp-5f);
}

/* sqrt(z) with its rounding error. */
static pte_pair_f32 pte_root(float z)
{
    const float s = pte_sqrt_f32(z);
    const pte_pair_f32 square = pte_two_product_f32(s, s);
    pte_pair_f32 r = {s, 0.0f};

    if (s > 0)
        r.lo = ((z - square.hi) - square.lo) / (2.0f * s);
    return r;
}

/* Above 1/2: pi / 2 - 2 asin(sqrt((1 - x) / 2)). */
float pte_asin_f32(float x)
{
    const float a = pte_abs_f32(x), z = 0.5f * (1.0f - a);
    pte_pair_f32 s, y;
    float v;

    if (a <= 0.5f)
        return x + pte_asin_tail(x, x * x);
    if (!(a <= 1.0f))
        return (x - x) / (x - x);
    s = pte_root(z);
    y = pte_two_sum_f32(0x1.921fb6p+0f, -2.0f * s.hi);
    v = y.hi + (y.lo - 2.0f * (pte_asin_tail(s.hi, z) + s.lo) - 0x1.777a5cp-25f);
    return x < 0 ? -v : v;
}

/* Above 1/2: 2 asin(sqrt((1 - x) / 2)); below -1/2: pi less that. */
float pte_acos_f32(float x)
{
    const float a = pte_abs_f32(x), z = 0.5f * (1.0f - a);
    pte_pair_f32 s, y;
    float tail;

    if (a <= 0.5f) {
        y = pte_two_sum_f32(0x1.921fb6p+0f, -x);
        return y.hi + (y.lo - pte_asin_tail(x, x * x) - 0x1.777a5cp-25f);
    }
    if (!(a <= 1.0f))
        return (x - x) / (x - x);
    s = pte_root(z);
    tail = pte_asin_tail(s.hi, z) + s.lo;
    if (x > 0)
        return 2.0f * (s.hi + tail);
    y = pte_two_sum_f32(0x1.921fb6p+1f, -2.0f * s.hi);
    return y.hi + (y.lo - 2.0f * tail - 0x1.777a5cp-24f);
}

/* Where |x| > tan(pi / 8): pi / 4 + atan((x - 1) / (x + 1)), or pi / 2 - atan(1 / x). */
static pte_pair_f32 pte_atan_pair(float a)
{
    pte_pair_f32 base = {0.0f, 0.0f}, y;
    float t = a, z;

    if (a > 0x1.3504f4p+1f) {
        base.hi = 0x1.921fb6p+0f;
        base.lo = -0x1.777a5cp-25f;
        t = -1.0f / a;
    } else if (a > 0x1.a8279ap-2f) {
        base.hi = 0x1.921fb6p-1f;
        base.lo = -0x1.777a5cp-26f;
        t = (a - 1.0f) / (a + 1.0f);
    }
    z = t * t;
    z = t * z *
        PTE_POLY5(z, -0x1.55554ap-2f, 0x1.9991e2p-3f, -0x1.23b9a2p-3f, 0x1.b22456p-4f,
                  -0x1.f2e5a6p-5f);
    y = base.hi == 0 ? pte_two_sum_f32(t, 0.0f) : pte_two_sum_f32(base.hi, t);
    y.lo += z + base.lo;
    return y;
}

float pte_atan_f32(float x)
{
    const pte_pair_f32 y = pte_atan_pair(pte_abs_f32(x));

    if (x == 0)
        return x;
    return x < 0 ? -(y.hi + y.lo) : y.hi + y.lo;
}

/* angle - t, the angle given in two parts. */
static pte_pair_f32 pte_less(float hi, float lo, pte_pair_f32 t)
{
    pte_pair_f32 y = pte_two_sum_f32(hi, -t.hi);

    y.lo += lo - t.lo;
    return y;
}

/* The angle of (|x|, |y|) from the smaller quotient, then mirrored into its quadrant. */
float pte_atan2_f32(float y, float x)
{
    const float a = pte_abs_f32(y), b = pte_abs_f32(x);
    const float small = a < b ? a : b, large = a < b ? b : a;
    pte_pair_f32 t;

    if (x != x || y != y)
        return x + y;
    t = pte_atan_pair(small < large ? small / large : large > 0 ? 1.0f : 0.0f);
    if (a > b)
        t = pte_less(0x1.921fb6p+0f, -0x1.777a5cp-25f, t);
    if (pte_bits_f32(x) >> 31)
        t = pte_less(0x1.921fb6p+1f, -0x1.777a5cp-24f, t);
    return pte_bits_f32(y) >> 31 ? -(t.hi + t.lo) : t.hi + t.lo;
}

PTE_EXACT_END
