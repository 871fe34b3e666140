/* SPDX-License-Identifier: 0BSD
 * Integer operations, casts, half floats and the square root of machines that have none, each
 * against its definition in wider arithmetic. With --full, every float as a half.
 * gcc -std=c11 -O2 -Iruntime-min tests/unit/arithmetic.c runtime-min/pte_*.c -lm */
#include <math.h>
#include <string.h>

#include "graph/expr.h"
#include "pte_math.h"
#include "unit.h"

#define F       float
#define U       uint32_t
#define NAME    digits_f32
#define BITS    pte_bits_f32
#define OF_BITS pte_float_of_bits
#define DIGITS  23
#define BIAS    127
#include "pte_math_sqrt.inc"

#define F       double
#define U       uint64_t
#define NAME    digits_f64
#define BITS    pte_bits_f64
#define OF_BITS pte_double_of_bits
#define DIGITS  52
#define BIAS    1023
#include "pte_math_sqrt.inc"

__extension__ typedef __int128 wide;

static wide floor_div(wide a, wide b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* a^b for b >= 0 in the ring of 64 bits. */
static uint64_t power(uint64_t a, uint64_t b)
{
    uint64_t r = 1;

    for (uint64_t i = 0; i < b; i++)
        r *= a;
    return r;
}

#define SAME(S, T, op, a, b, want)                                                                 \
    CHECK(pte_##op##_##S(a, b) == (T)(want), #op "_" #S "(%lld, %lld) = %lld, not %lld",           \
          (long long)a, (long long)b, (long long)pte_##op##_##S(a, b), (long long)(T)(want))

#define TEST_PAIR(S, T, BITS_OF_T)                                                                 \
    static void test_##S(T a, T b)                                                                 \
    {                                                                                              \
        const wide x = a, y = b, out = (wide)BITS_OF_T;                                            \
        SAME(S, T, add, a, b, x + y);                                                              \
        SAME(S, T, sub, a, b, x - y);                                                              \
        SAME(S, T, mul, a, b, (uint64_t)x *(uint64_t)y);                                           \
        SAME(S, T, min, a, b, x < y ? x : y);                                                      \
        SAME(S, T, max, a, b, x > y ? x : y);                                                      \
        SAME(S, T, div, a, b, y ? x / y : 0);                                                      \
        SAME(S, T, rem, a, b, y ? x % y : 0);                                                      \
        SAME(S, T, floordiv, a, b, y ? floor_div(x, y) : 0);                                       \
        SAME(S, T, mod, a, b, y ? x - floor_div(x, y) * y : 0);                                    \
        SAME(S, T, shl, a, b, y < 0 || y >= out ? 0 : (uint64_t)x << (int)y);                      \
        SAME(S, T, shr, a, b, x >> (int)(y < 0 || y >= out ? out : y));                            \
        if (y >= 0 && y < 70)                                                                      \
            SAME(S, T, pow, a, b, power((uint64_t)x, (uint64_t)y));                                \
        if (y < 0)                                                                                 \
            SAME(S, T, pow, a, b, x == 1 ? 1 : x == -1 ? (y % 2 ? -1 : 1) : 0);                    \
        CHECK(pte_sign_##S(a) == (T)((x > 0) - (x < 0)), "sign_" #S "(%lld)", (long long)a);       \
        CHECK(pte_neg_##S(a) == (T)-x, "neg_" #S "(%lld)", (long long)a);                          \
        CHECK(pte_abs_##S(a) == (T)(x < 0 ? -x : x), "abs_" #S "(%lld)", (long long)a);            \
    }                                                                                              \
    static void sample_##S(void)                                                                   \
    {                                                                                              \
        for (int i = 0; i < 100000; i++) {                                                         \
            const int down = unit_between(0, BITS_OF_T - 1), up = unit_between(0, BITS_OF_T - 1);  \
            test_##S((T)((T)unit_random() >> down), (T)((T)unit_random() >> up));                  \
        }                                                                                          \
    }
TEST_PAIR(s8, int8_t, 8)
TEST_PAIR(u8, uint8_t, 8)
TEST_PAIR(s16, int16_t, 16)
TEST_PAIR(u16, uint16_t, 16)
TEST_PAIR(s32, int32_t, 32)
TEST_PAIR(u32, uint32_t, 32)
TEST_PAIR(s64, int64_t, 64)
TEST_PAIR(u64, uint64_t, 64)

static void test_integers(void)
{
    static const int64_t edge[] = {0,         1,         -1,       2,         INT8_MIN,  INT16_MIN,
                                   INT32_MIN, INT64_MIN, INT8_MAX, INT16_MAX, INT32_MAX, INT64_MAX,
                                   7,         8,         31,       32,        63,        64};

    for (int a = -128; a < 128; a++) {
        for (int b = -128; b < 128; b++) {
            test_s8((int8_t)a, (int8_t)b);
            test_u8((uint8_t)a, (uint8_t)b);
        }
    }
    for (size_t i = 0; i < sizeof edge / sizeof *edge; i++) {
        for (size_t k = 0; k < sizeof edge / sizeof *edge; k++) {
            test_s16((int16_t)edge[i], (int16_t)edge[k]);
            test_s32((int32_t)edge[i], (int32_t)edge[k]);
            test_u32((uint32_t)edge[i], (uint32_t)edge[k]);
            test_s64(edge[i], edge[k]);
            test_u64((uint64_t)edge[i], (uint64_t)edge[k]);
        }
    }
    sample_s8();
    sample_u8();
    sample_s16();
    sample_u16();
    sample_s32();
    sample_u32();
    sample_s64();
    sample_u64();
}

/* Towards zero, into lo..hi; NaN is 0. In types of fewer bits, what fits 32 bits wraps around. */
static wide cast(double x, wide lo, wide hi)
{
    if (isnan(x))
        return 0;
    if (hi <= UINT16_MAX && x >= INT32_MIN && x < 0x1p31) {
        const wide n = hi - lo + 1;

        return (((wide)x - lo) % n + n) % n + lo;
    }
    if (x >= 0x1p100 || x <= -0x1p100)
        return x > 0 ? hi : lo;
    return (wide)x < lo ? lo : (wide)x > hi ? hi : (wide)x;
}

static void test_casts(double x)
{
    const float f = (float)x;

#define CAST(S, TYPE, LO, HI)                                                                      \
    CHECK(pte_##S##_from_f32(f) == cast((double)f, LO, HI), #S " from float %a", f);               \
    CHECK(pte_##S##_from_f64(x) == cast(x, LO, HI), #S " from double %a", x);                      \
    CHECK(expr_cast(expr_number(x, F64), TYPE)->i == (int64_t)cast(x, LO, HI),                     \
          #S " folded from double %a", x)
    CAST(s8, I8, INT8_MIN, INT8_MAX);
    CAST(u8, U8, 0, UINT8_MAX);
    CAST(s16, I16, INT16_MIN, INT16_MAX);
    CAST(u16, U16, 0, UINT16_MAX);
    CAST(s32, I32, INT32_MIN, INT32_MAX);
    CAST(u32, U32, 0, UINT32_MAX);
    CAST(s64, I64, INT64_MIN, INT64_MAX);
    CAST(u64, U64, 0, UINT64_MAX);
#undef CAST
}

static void test_ldexp(void)
{
    static const int32_t far[] = {INT32_MIN, INT32_MAX, -1000, 1000};

    for (int n = -320; n <= 320; n++) {
        for (int i = 0; i < 200; i++) {
            const float x = pte_float_of_bits((uint32_t)unit_random() & 0xff7fffffu);
            const float want = (float)ldexp((double)x, n);

            CHECK(pte_bits_f32(pte_ldexp_f32(x, n)) == pte_bits_f32(want), "ldexp(%a, %d)", x, n);
        }
    }
    for (size_t i = 0; i < 4; i++)
        CHECK(pte_ldexp_f32(1.5f, far[i]) == (far[i] < 0 ? 0 : INFINITY), "ldexp by %d", far[i]);
}

static void test_min_max(void)
{
    CHECK(isnan(pte_min_f32(NAN, 1)) && isnan(pte_min_f32(1, NAN)), "min with NaN");
    CHECK(isnan(pte_max_f32(NAN, 1)) && isnan(pte_max_f32(1, NAN)), "max with NaN");
    CHECK(isnan(pte_min_f64(NAN, 1)) && isnan(pte_max_f64(1, NAN)), "double min, max with NaN");
    CHECK(isnan(pte_clamp_f32(NAN, 0, 1)) && pte_clamp_f32(2, 0, 1) == 1, "clamp");
    CHECK(pte_fmin_f32(NAN, 1) == 1 && pte_fmin_f32(1, NAN) == 1, "fmin with NaN");
    CHECK(pte_fmax_f64(NAN, 1) == 1 && pte_fmax_f64(1, NAN) == 1, "fmax with NaN");
    CHECK(pte_fmin_f32(3, -2) == -2 && pte_fmax_f32(3, -2) == 3, "fmin, fmax");
    CHECK(isnan(pte_sign_f32(NAN)) && pte_sign_f32(-3) == -1 && pte_sign_f64(2) == 1, "sign");
    CHECK(pte_min_f32(-1, 2) == -1 && pte_max_f32(-1, 2) == 2, "min, max");
    CHECK(pte_abs_f32(-0.0f) == 0 && !signbit(pte_abs_f32(-0.0f)), "abs");
    CHECK(pte_clamp_s32(5, -3, 3) == 3 && pte_clamp_s32(-5, -3, 3) == -3, "integer clamp");
}

/* The value of a finite number with `digits` stored digits and the given bias. */
static double half_value(uint32_t h, int digits, int bias)
{
    const int e = (int)(h >> digits), m = (int)(h & ((1u << digits) - 1));

    return e ? ldexp(m + (1 << digits), e - bias - digits) : ldexp(m, 1 - bias - digits);
}

/* Whether h (without sign) is what x >= 0 rounds to: no neighbour is nearer, ties go to even. The
 * number after the largest stands for infinity. */
static int is_nearest(double x, uint32_t h, int digits, int bias)
{
    const double here = half_value(h, digits, bias), above = half_value(h + 1, digits, bias);
    const double below = h ? half_value(h - 1, digits, bias) : -1;
    const double up = (here + above) / 2, down = (below + here) / 2;

    return (x < up || (x == up && h % 2 == 0)) && (h == 0 || x > down || (x == down && h % 2 == 0));
}

static void check_half(uint32_t bits, uint16_t got, int digits, int bias, const char *name)
{
    const float x = pte_float_of_bits(bits);
    const uint32_t infinity = 0x7fffu >> digits << digits, h = got & 0x7fff;
    int ok;

    if (isnan(x))
        ok = h > infinity;
    else if (isinf(x))
        ok = h == infinity;
    else if (h == infinity)
        ok = fabs((double)x) >= (half_value(h - 1, digits, bias) + half_value(h, digits, bias)) / 2;
    else
        ok = h < infinity && is_nearest(fabs((double)x), h, digits, bias);
    CHECK(ok && got >> 15 == bits >> 31, "%s from %a: %04x", name, x, got);
}

static void test_halves(uint32_t step)
{
    uint32_t bits = 0;

    for (uint32_t h = 0; h < 0x10000; h++) {
        const float f16 = pte_f32_from_f16((uint16_t)h), bf16 = pte_f32_from_bf16((uint16_t)h);
        const uint32_t m = h & 0x7fff;
        const double sign = h >> 15 ? -1 : 1;

        CHECK(m > 0x7c00 ? isnan(f16)
                         : (double)f16 == sign * (m == 0x7c00 ? INFINITY : half_value(m, 10, 15)),
              "float from half %04x", h);
        CHECK(m > 0x7f80 ? isnan(bf16)
                         : (double)bf16 == sign * (m == 0x7f80 ? INFINITY : half_value(m, 7, 127)),
              "float from bfloat16 %04x", h);
        CHECK(pte_f16_from_f32(f16) == (m > 0x7c00 ? h | 0x200 : h), "half %04x and back", h);
        CHECK(pte_bf16_from_f32(bf16) == (m > 0x7f80 ? h | 0x40 : h), "bfloat16 %04x and back", h);
    }
    do {
        check_half(bits, pte_f16_from_f32(pte_float_of_bits(bits)), 10, 15, "half");
        check_half(bits, pte_bf16_from_f32(pte_float_of_bits(bits)), 7, 127, "bfloat16");
    } while ((bits += step) >= step);
}

static void test_sqrt(void)
{
    for (int i = 0; i < 1000000; i++) {
        const uint64_t r = unit_random();
        const float x =
            i < 512 ? pte_float_of_bits((uint32_t)i << 23) : pte_float_of_bits((uint32_t)r);
        const double y = i < 4096 ? pte_double_of_bits((uint64_t)i << 52) : pte_double_of_bits(r);
        const float fx = digits_f32(x), want = sqrtf(x);
        const double fy = digits_f64(y), want64 = sqrt(y);

        CHECK(pte_bits_f32(fx) == pte_bits_f32(want) || (fx != fx && want != want), "sqrt(%a)", x);
        CHECK(pte_bits_f64(fy) == pte_bits_f64(want64) || (fy != fy && want64 != want64),
              "sqrt(%a)", y);
    }
}

int main(int argc, char **argv)
{
    const int full = argc > 1 && strcmp(argv[1], "--full") == 0;
    static const double edge[] = {0,      0.5,    0.999,   1,       127,     128,    129,
                                  255,    256,    32767.5, 65535.9, 0x1p31,  0x1p32, 0x1p53,
                                  0x1p63, 0x1p64, 1e30,    1e300,   INFINITY};

    test_integers();
    for (size_t i = 0; i < sizeof edge / sizeof *edge; i++) {
        for (int d = -2; d <= 2; d++) {
            test_casts(edge[i] + d);
            test_casts(-edge[i] + d);
        }
        test_casts(nextafter(edge[i], 0));
        test_casts((double)nextafterf((float)-edge[i], 0));
    }
    test_casts(NAN);
    test_ldexp();
    test_min_max();
    test_halves(full ? 1 : 4099);
    test_sqrt();
    return unit_result("arithmetic");
}
