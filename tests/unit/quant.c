/* SPDX-License-Identifier: 0BSD
 * Requantisation and quantised average pooling against a table made from the definitions that the
 * programs refer to (tests/export/requant.py).
 * gcc -std=c11 -O2 -Iruntime-min -Ibackends/portable tests/unit/quant.c
 *     backends/portable/pte_avg_pool2d_s8.c runtime-min/pte_*.c */
#include "pte_kernels.h"
#include "pte_math.h"
#include "unit.h"

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

int main(void)
{
    test_requant();
    test_requant_rne();
    test_requant_fbias();
    for (size_t i = 0; i < COUNT(pool_cases); i++)
        test_pool((int)i, pool_cases[i]);
    return unit_result("quant");
}
