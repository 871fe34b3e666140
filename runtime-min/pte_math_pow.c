/* SPDX-License-Identifier: 0BSD
 * Powers, and logarithms to the bases 2 and 10: what needs a logarithm with more digits. */
#include "pte_math_parts.h"

PTE_EXACT_BEGIN

/* x = 2^k m, sqrt(1/2) <= m < sqrt(2), log(m) = log.hi + log.lo with a relative error of 2^-35;
 * for positive finite x. With s = (m - 1) / (m + 1):
 * log(m) = 2 atanh(s) = 2s (1 + z / 3 + z^2 (1/5 + ...)), z = s^2. */
typedef struct log_parts {
    pte_pair log;
    int32_t k;
} log_parts;

static log_parts split_log(float x)
{
    const uint32_t root = 0x3f3504f3u; /* sqrt(1/2) */
    const float scaled = x < 0x1p-126f ? x * 0x1p23f : x;
    const uint32_t u = pte_bits_f32(scaled) - root;
    const float f = pte_float_of_bits((u & 0x7fffffu) + root) - 1.0f;
    const pte_pair d = pte_two_sum(2.0f, f), third = {0x1.555556p-2f, -0x1.555556p-27f};
    pte_pair s, z, w, one;
    log_parts r;

    r.k = ((int32_t)u >> 23) - (x < 0x1p-126f ? 23 : 0);
    s.hi = f / d.hi;
    z = pte_two_product(s.hi, d.hi);
    s.lo = ((f - z.hi) - z.lo - s.hi * d.lo) / d.hi;
    z = pte_pair_product(s, s);
    w = pte_pair_product(z, third);
    w.lo += z.hi * z.hi * (0x1.999ap-3f + z.hi * (0x1.24527ap-3f + z.hi * 0x1.dfa308p-4f));
    one = pte_two_sum(1.0f, w.hi);
    one.lo += w.lo;
    s.hi *= 2.0f;
    s.lo *= 2.0f;
    r.log = pte_pair_product(s, one);
    return r;
}

/* k * unit + log(m) * factor */
static pte_pair scaled_log(log_parts p, pte_pair unit, pte_pair factor)
{
    const pte_pair y = pte_pair_product(p.log, factor);
    pte_pair s, t;

    if (p.k == 0)
        return y;
    s = pte_two_product((float)p.k, unit.hi);
    t = pte_two_sum(s.hi, y.hi);
    t.lo += s.lo + (float)p.k * unit.lo + y.lo;
    return pte_two_sum(t.hi, t.lo);
}

static pte_pair log2_pair(float x)
{
    const pte_pair one = {1.0f, 0.0f}, factor = {0x1.715476p+0f, 0x1.4ae0cp-26f};

    return scaled_log(split_log(x), one, factor);
}

/* What a logarithm is where it is not a finite number. */
static float log_limit(float x)
{
    return x == 0 ? -1.0f / (x * x) : x < 0 ? (x - x) / (x - x) : x;
}

float pte_log2_f32(float x)
{
    pte_pair y;

    if (!(x > 0) || x > 0x1.fffffep127f)
        return log_limit(x);
    y = log2_pair(x);
    return y.hi + y.lo;
}

float pte_log10_f32(float x)
{
    const pte_pair unit = {0x1.344136p-2f, -0x1.ec10cp-27f};
    const pte_pair factor = {0x1.bcb7b2p-2f, -0x1.5b235ep-27f};
    pte_pair y;

    if (!(x > 0) || x > 0x1.fffffep127f)
        return log_limit(x);
    y = scaled_log(split_log(x), unit, factor);
    return y.hi + y.lo;
}

/* 2^(t.hi + t.lo) */
static float exp2_pair(pte_pair t)
{
    const pte_pair log2 = {0x1.62e43p-1f, -0x1.05c61p-29f};
    const float n = pte_rint_f32(t.hi);
    pte_pair f = {t.hi - n, t.lo}, y;
    pte_exp_parts e;

    f = pte_two_sum(f.hi, f.lo);
    f = pte_pair_product(f, log2);
    e = pte_exp_reduce(f.hi);
    y = pte_two_sum(1.0f, e.expm1.hi);
    y.lo += e.expm1.lo + f.lo * y.hi;
    return pte_scale(y.hi + y.lo, e.k + (int32_t)n);
}

/* 0 if y is no integer, 1 if it is odd, 2 if it is even. */
static int parity(float y)
{
    const float half = 0.5f * y;

    if (pte_trunc_f32(y) != y)
        return 0;
    return pte_trunc_f32(half) == half ? 2 : 1;
}

/* The limits of IEEE 754-2008 section 9.2.1, for x = 0 and where x or y is infinite. */
static float pow_limit(float x, float y, int odd)
{
    const float a = pte_abs_f32(x), inf = pte_float_of_bits(0x7f800000u);
    const int grows = (a > 1.0f) == (y > 0);
    const float r = a == 1.0f ? 1.0f : grows ? inf : 0.0f;

    return odd && pte_bits_f32(x) >> 31 ? -r : r;
}

float pte_pow_f32(float x, float y)
{
    const float a = pte_abs_f32(x), b = pte_abs_f32(y), max = 0x1.fffffep127f;
    const int whole = parity(y);
    pte_pair t, s;

    if (y == 0 || x == 1.0f)
        return 1.0f;
    if (x != x || y != y)
        return x + y;
    if (a == 0 || a > max || b > max)
        return pow_limit(x, y, b <= max && whole == 1);
    if (x < 0 && whole == 0)
        return (x - x) / (x - x);
    if (b < 0x1p-40f) /* keeps the products below from losing digits; x^y rounds to 1 */
        return 1.0f;
    t = log2_pair(a);
    s.hi = b > 0x1p40f ? (y < 0 ? -0x1p40f : 0x1p40f) : y;
    s.lo = 0.0f;
    t = pte_pair_product(t, s);
    if (!(pte_abs_f32(t.hi) < 160.0f)) {
        t.hi = t.hi > 0 ? 160.0f : -160.0f;
        t.lo = 0.0f;
    }
    return x < 0 && whole == 1 ? -exp2_pair(t) : exp2_pair(t);
}

PTE_EXACT_END
