/* SPDX-License-Identifier: 0BSD
 * Softmax and layer normalisation against double arithmetic: the portable ones, or those that
 * SOFTMAX and LAYER_NORM name, whose neighbours in a row are at most MOST_INNER elements apart.
 * gcc -std=c11 -O2 -Iruntime-min -Ibackends/portable tests/unit/norm.c
 *     backends/portable/pte_softmax_*.c backends/portable/pte_layer_norm_*.c
 *     runtime-min/pte_*.c -lm */
#include <math.h>

#include "can_run.h"
#include "pte_kernels.h"
#include "unit.h"

#ifndef SOFTMAX
#define SOFTMAX    pte_softmax_f32
#define LAYER_NORM pte_layer_norm_f32
enum { MOST_INNER = 8 };
#endif

enum { ROOM = 1 << 14 };

static float in[ROOM], weight[ROOM], bias[ROOM];

/* The first n of `values` in a block of their own. */
static float *own(const float *values, int32_t n)
{
    return unit_copy(values, (size_t)n * sizeof *values);
}

static void fill(float scale, float shift)
{
    for (int i = 0; i < ROOM; i++) {
        in[i] = unit_float() * scale + shift;
        weight[i] = unit_float();
        bias[i] = unit_float();
    }
}

static void check_near(float got, double want, double tolerance, const char *what)
{
    CHECK(fabs(got - want) <= tolerance || got == (float)want || (isnan(got) && isnan(want)),
          "%s: %.9g, not %.17g", what, got, want);
}

static void test_softmax(const pte_softmax *p)
{
    const int32_t size = p->outer * p->n * p->inner;
    float *source = own(in, size), *apart = own(weight, size);
    float *out = unit_between(0, 1) ? source : apart;

    SOFTMAX(out, source, p);
    for (int32_t o = 0; o < p->outer; o++) {
        for (int32_t i = 0; i < p->inner; i++) {
            const int32_t base = o * p->n * p->inner + i;
            double max = -INFINITY, sum = 0;

            for (int32_t k = 0; k < p->n; k++)
                max = fmax(max, in[base + k * p->inner]);
            for (int32_t k = 0; k < p->n; k++)
                sum += exp(in[base + k * p->inner] - max);
            for (int32_t k = 0; k < p->n; k++) {
                const double below = in[base + k * p->inner] - max;
                const double want = p->log ? below - log(sum) : exp(below) / sum;

                check_near(out[base + k * p->inner], want,
                           (p->log ? 1 + fabs(want) : want * (1 + fabs(below))) * (4 + p->n) *
                               0x1p-24,
                           p->log ? "log_softmax" : "softmax");
            }
        }
    }
    free(source);
    free(apart);
}

static void test_layer_norm(const pte_layer_norm *p, double size)
{
    float *w = unit_between(0, 2) ? own(weight, p->n) : NULL;
    float *b = unit_between(0, 2) ? own(bias, p->n) : NULL;
    float *source = own(in, p->outer * p->n), *out = own(bias, p->outer * p->n);
    float *mean = own(bias, p->outer), *rstd = own(bias, p->outer);

    LAYER_NORM(out, mean, unit_between(0, 1) ? rstd : NULL, source, w, b, p);
    LAYER_NORM(out, unit_between(0, 1) ? mean : NULL, rstd, source, w, b, p);
    for (int32_t o = 0; o < p->outer; o++) {
        const float *x = in + o * p->n;
        double m = 0, v = 0, r, slack;

        for (int32_t i = 0; i < p->n; i++)
            m += x[i];
        m /= p->n;
        for (int32_t i = 0; i < p->n; i++)
            v += (x[i] - m) * (x[i] - m);
        r = 1 / sqrt(v / p->n + p->eps);
        slack = size * r * (p->n + 8) * 0x1p-24;
        check_near(rstd[o], r, r * slack, "rstd");
        check_near(mean[o], m, size * (p->n + 2) * 0x1p-24, "mean");
        for (int32_t i = 0; i < p->n; i++)
            check_near(out[o * p->n + i], (x[i] - m) * r * (w ? w[i] : 1) + (b ? b[i] : 0),
                       slack * (2 + fabs((x[i] - m) * r)), "layer_norm");
    }
    float *blocks[] = {w, b, source, out, mean, rstd};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        free(blocks[i]);
}

static void test_limits(void)
{
    const pte_softmax p = {1, 3, 1, 0};
    const float far[3] = {-1000.0f, -INFINITY, 1000.0f}, infinite[3] = {1.0f, INFINITY, 2.0f};
    const float none[3] = {-INFINITY, -INFINITY, -INFINITY}, nan[3] = {1.0f, NAN, 2.0f};
    float y[3];

    SOFTMAX(y, far, &p);
    CHECK(y[0] == 0 && y[1] == 0 && y[2] == 1, "softmax of far values: %g %g %g", y[0], y[1], y[2]);
    SOFTMAX(y, infinite, &p);
    CHECK(isnan(y[0]) && isnan(y[1]) && isnan(y[2]), "softmax of infinity");
    SOFTMAX(y, none, &p);
    CHECK(isnan(y[0]) && isnan(y[1]) && isnan(y[2]), "softmax of minus infinities");
    SOFTMAX(y, nan, &p);
    CHECK(isnan(y[0]) && isnan(y[1]) && isnan(y[2]), "softmax of NaN");
}

static int tests(int argc, char **argv)
{
    (void)argc, (void)argv;
    for (int round = 0; round < 2000; round++) {
        const pte_softmax s = {unit_between(0, 3), unit_between(0, 150),
                               unit_between(1, MOST_INNER), unit_between(0, 1)};
        const pte_layer_norm n = {unit_between(0, 4), unit_between(1, 150), 1e-5f};
        const float scale = (float)unit_between(1, 20), shift = (float)unit_between(-5, 5);

        fill(scale, shift);
        test_softmax(&s);
        test_layer_norm(&n, scale + fabsf(shift));
    }
    test_limits();
    return unit_result("norm");
}
