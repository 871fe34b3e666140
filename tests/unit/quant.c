/* SPDX-License-Identifier: 0BSD
 * Requantisation and quantised average pooling against a table made from the definitions that the
 * programs refer to (tests/export/requant.py).
 * gcc -std=c11 -O2 -Iruntime-min -Ibackends/portable tests/unit/quant.c
 *     backends/portable/pte_av*_s8.c runtime-min/pte_*.c */
#include "pte_kernels.h"
#include "pte_math.h"
#include "unit.h"

#include <math.h>
#include <string.h>

#include "quant_table.def"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void test_requant(void)
{
    const int32_t q[4] = {0, 5, -100, 90};

    for (size_t i = 0; i < COUNT(requant_cases); i++) {
        const int32_t *c = requant_cases[i], got = pte_requant_double(c[0], c[1], c[2]);
        const int64_t shifted = (int64_t)c[3] + 5;
        const int wraps = shifted > INT32_MAX;

        CHECK(got == c[3], "requant(%d, %d, %d) = %d, not %d", c[0], c[1], c[2], got, c[3]);
        CHECK(pte_requant_s8(c[0], c[1], c[2], q) == (wraps || shifted < -100 ? -100
                                                      : shifted > 90          ? 90
                                                                              : shifted),
              "clamped requant(%d, %d, %d)", c[0], c[1], c[2]);
    }
}

static void test_requant_rne(void)
{
    const int32_t q[4] = {0, 5, -100, 90};

    for (size_t i = 0; i < COUNT(rne_cases); i++) {
        const int32_t *c = rne_cases[i];
        const int64_t shifted = (int64_t)c[2] + 5;
        float scale;

        memcpy(&scale, &c[1], sizeof scale);
        CHECK(pte_requant_rne(c[0], scale) == c[2], "requant(%d, %.9g) = %d, not %d", c[0],
              (double)scale, pte_requant_rne(c[0], scale), c[2]);
        if (shifted <= INT32_MAX)
            CHECK(pte_requant_rne_s8(c[0], scale, q) == (shifted < -100 ? -100
                                                         : shifted > 90 ? 90
                                                                        : shifted),
                  "clamped requant(%d, %.9g)", c[0], (double)scale);
    }
}

/* Without a bias it is the other one; with one, sums that floats hold exactly. */
static void test_requant_fbias(void)
{
    static const struct {
        int32_t acc;
        float scale, bias;
        int want;
    } cases[] = {{1, 0.5f, 0.5f, 1},        {1, 0.25f, 0.25f, 0},    {3, 0.25f, 0.75f, 2},
                 {-3, 0.25f, -0.75f, -2},   {7, 1.0f, -6.5f, 0},     {9, 0.0f, 41.75f, 42},
                 {1 << 30, 1.0f, 0.0f, 85}, {0, 1.0f, -3e38f, -105}, {16777217, 0x1p-24f, 0.5f, 2}};
    const int32_t q[4] = {0, 5, -100, 90};

    for (size_t i = 0; i < COUNT(rne_cases); i++) {
        float scale;

        memcpy(&scale, &rne_cases[i][1], sizeof scale);
        CHECK(pte_requant_fbias_s8(rne_cases[i][0], scale, 0, q) ==
                  pte_requant_rne_s8(rne_cases[i][0], scale, q),
              "requant(%d, %.9g) with no bias", rne_cases[i][0], (double)scale);
    }
    for (size_t i = 0; i < COUNT(cases); i++) {
        const int got = pte_requant_fbias_s8(cases[i].acc, cases[i].scale, cases[i].bias, q);

        CHECK(got == cases[i].want + 5, "requant(%d, %.9g) + %.9g = %d", cases[i].acc,
              (double)cases[i].scale, (double)cases[i].bias, got - 5);
    }
}

static void test_pool(int number, const int32_t *c)
{
    const int32_t h = c[0], w = c[1], k = c[3], s = c[4], pad = c[5];
    const float q[2] = {(float)c[6], pte_ldexp_f32((float)c[7], c[8] - 31)};
    const pte_strides4 rows = {3 * h * w, h * w, w, 1}, last = {3 * h * w, 1, 3 * w, 3};
    const int8_t *want = pool_outputs + c[9];
    static int8_t in[1000], out[1000];
    pte_pool2d p = {1, 3, h, w, 0, 0, k, k, s, s, pad, pad, 1, 1, rows, rows, 0, 0, 0, 0};

    p.oh = (h + 2 * pad - k) / s + 1;
    p.ow = (w + 2 * pad - k) / s + 1;
    p.is = c[2] ? last : rows;
    p.os.n = 3 * p.oh * p.ow;
    p.os.c = p.oh * p.ow;
    p.os.h = p.ow;
    for (int32_t i = 0; i < 3 * h * w; i++) {
        const int32_t channel = i / (h * w), at = i % (h * w);

        in[channel * p.is.c + at / w * p.is.h + at % w * p.is.w] =
            (int8_t)((i * i * 31 + i * 17 + number * 101) % 256 - 128);
    }
    pte_avg_pool2d_s8(out, in, q, &p);
    for (int32_t i = 0; i < p.os.n; i++)
        CHECK(out[i] == want[i], "average pool %d, output %d: %d, not %d", number, i, out[i],
              want[i]);
}

/* The definition in float, whose every operation is rounded. */
static int8_t average_of(const int8_t *in, int32_t n, const float *q)
{
    volatile float sum = 0, mean, steps;

    for (int32_t i = 0; i < n; i++) {
        volatile float term = ((float)in[i] - q[0]) * q[1];

        sum += term;
    }
    mean = sum / (float)n;
    steps = mean / q[1];
    steps = rintf(steps) + q[0];
    return (int8_t)(steps > 127 ? 127 : steps < -128 ? -128 : (int)steps);
}

/* Moves elements until the average is, before it is rounded, in the middle of two integers. */
static void make_tie(int8_t *in, int32_t n, int32_t zero)
{
    int32_t sum = -n * zero, step;

    for (int32_t i = 0; i < n; i++)
        sum += in[i];
    step = (sum % n + n) % n < n / 2 ? 1 : -1;
    for (int32_t i = 0; (sum % n + n) % n != n / 2; i = (i + 1) % n) {
        if (in[i] + step < -128 || in[i] + step > 127)
            continue;
        in[i] = (int8_t)(in[i] + step);
        sum += step;
    }
}

/* The same average by a few rows at a time, as a picture of n rows. */
static int8_t average_of_rows(const int8_t *in, int32_t n, const float *q)
{
    const pte_pool2d p = {1, 1, n, 1, 1, 1, n, 1, 1, 1, 0, 0, 1, 1, {n, n, 1, 1}, {1, 1, 1, 1},
                          0, 0, 0, 0};
    int32_t sums[1] = {-1};
    int8_t out = 0;

    for (int32_t from = 0, end; from < n; from = end) {
        end = from + unit_between(1, n);
        end = end < n ? end : n;
        pte_avg_pool2d_s8_rows(&out, sums, in + from, q, from, end, &p);
    }
    return out;
}

static void test_averages(void)
{
    static const int32_t sizes[] = {2, 3, 4, 6, 25, 49, 64, 120, 179, 180, 181, 196, 1000, 40000};
    static int8_t in[40000];

    for (int32_t i = 0; i < 6000; i++) {
        const int32_t n = sizes[i < 5200 ? i % 12 : i % 14];
        const float q[2] = {(float)unit_between(-128, 127),
                            ldexpf((float)unit_between(1 << 23, (1 << 24) - 1),
                                   i % 3 ? unit_between(-40, -20) : unit_between(-119, 72))};
        pte_pool2d p = {1, 1, 1, n, 1, 1, 1, n, 1, 1, 0, 0, 1, 1, {n, n, n, 1}, {1, 1, 1, 1},
                        0, 0, 0, 0};
        const int32_t low = unit_between(-127, 126), high = unit_between(low, 126);
        int8_t got, want;

        for (int32_t j = 0; j < n; j++)
            in[j] = (int8_t)unit_between(low, high);
        if (i % 4 && n % 2 == 0)
            make_tie(in, n, (int32_t)q[0]);
        want = average_of(in, n, q);
        pte_avg_pool2d_s8(&got, in, q, &p);
        CHECK(got == want, "average of %d bytes, zero point %g, scale %a: %d, not %d", n,
              (double)q[0], (double)q[1], got, want);
        got = average_of_rows(in, n, q);
        CHECK(got == want, "average by rows of %d bytes, zero point %g, scale %a: %d, not %d", n,
              (double)q[0], (double)q[1], got, want);
    }
}

int main(void)
{
    test_averages();
    test_requant();
    test_requant_rne();
    test_requant_fbias();
    for (size_t i = 0; i < COUNT(pool_cases); i++)
        test_pool((int)i, pool_cases[i]);
    return unit_result("quant");
}
