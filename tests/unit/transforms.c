/* SPDX-License-Identifier: 0BSD
 * Fourier and Hadamard transforms, singular values and the gated delta rule against their
 * definitions in double. gcc -std=c11 -O2 -Iruntime-min -Ibackends/portable tests/unit/transforms.c
 *     backends/portable/pte_{fft,hadamard,svd,gated_delta_rule}_*.c runtime-min/pte_*.c -lm */
#include <math.h>

#include "pte_kernels.h"
#include "unit.h"

enum { ROOM = 512, FENCE = 80 };

static const double PI = 3.14159265358979323846;

/* Element j of a row whose second half, for real results, is not given. */
static void element(const pte_fft *p, const double *in, int32_t j, double *re, double *im)
{
    const int mirrored = p->real_out && j > p->n / 2;
    const int32_t at = mirrored ? p->n - j : j;

    *re = in[p->real_in ? at : 2 * at];
    *im = p->real_in ? 0 : in[2 * at + 1] * (mirrored ? -1 : 1);
}

static void expect_fft(const pte_fft *p, const double *in, int32_t k, double *re, double *im)
{
    *re = *im = 0;
    for (int32_t j = 0; j < p->n; j++) {
        const double turn = (p->inverse ? 2 : -2) * PI * (j * k % p->n) / p->n;
        double a, b;

        element(p, in, j, &a, &b);
        *re += a * cos(turn) - b * sin(turn);
        *im += a * sin(turn) + b * cos(turn);
    }
    *re *= pow(p->n, -p->norm / 2.0);
    *im *= pow(p->n, -p->norm / 2.0);
}

static pte_fft random_fft(void)
{
    pte_fft p = {.outer = unit_between(0, 2), .n = unit_between(1, 40)};

    p.real_in = unit_between(0, 2) == 0;
    p.real_out = !p.real_in && unit_between(0, 1);
    p.inverse = unit_between(0, 1);
    p.norm = unit_between(0, 2);
    p.given = p.real_out ? p.n / 2 + 1 : p.n;
    p.kept = unit_between(0, 1) ? p.n : p.n / 2 + 1;
    return p;
}

static void test_fft(void)
{
    const pte_fft p = random_fft();
    const int32_t in_row = p.given * (p.real_in ? 1 : 2), out_row = p.kept * (p.real_out ? 1 : 2);
    double in[ROOM], root[ROOM], scratch[ROOM], out[ROOM];
    float in32[ROOM], root32[ROOM], scratch32[ROOM], out32[ROOM];

    for (int i = 0; i < ROOM; i++)
        in[i] = in32[i] = unit_float();
    for (int32_t k = 0; k < p.n; k++) {
        root32[2 * k] = (float)(root[2 * k] = cos(2 * PI * k / p.n));
        root32[2 * k + 1] = (float)(root[2 * k + 1] = -sin(2 * PI * k / p.n));
    }
    for (int i = 0; i < ROOM; i++)
        scratch[i] = 77;
    out[p.outer * out_row] = 77;
    pte_fft_f32(out32, scratch32, in32, root32, &p);
    pte_fft_f64(out, scratch + FENCE, in, root, &p);
    CHECK(out[p.outer * out_row] == 77, "fft of %d: written behind the result", p.n);
    for (int32_t i = 0; i < FENCE; i++)
        CHECK(scratch[i] == 77 && scratch[FENCE + 4 * p.n + i] == 77,
              "fft of %d: written outside of scratch", p.n);
    for (int32_t row = 0; row < p.outer; row++)
        for (int32_t k = 0; k < p.kept; k++) {
            const int32_t at = row * out_row + k * (p.real_out ? 1 : 2);
            double re, im;

            expect_fft(&p, in + row * in_row, k, &re, &im);
            CHECK(fabs(out[at] - re) < 1e-12 && fabs(out32[at] - re) < 1e-4 &&
                      (p.real_out ||
                       (fabs(out[at + 1] - im) < 1e-12 && fabs(out32[at + 1] - im) < 1e-4)),
                  "fft of %d, number %d: %g, %g, not %g", p.n, k, out[at], out32[at], re);
        }
}

static void test_hadamard(void)
{
    const pte_hadamard p = {unit_between(0, 3), 1 << unit_between(0, 5)};
    float in[ROOM], out[ROOM];

    for (int i = 0; i < ROOM; i++)
        out[i] = in[i] = unit_float();
    pte_hadamard_f32(out, out, &p);
    for (int32_t o = 0; o < p.outer; o++)
        for (int32_t i = 0; i < p.n; i++) {
            double sum = 0;

            for (int32_t j = 0; j < p.n; j++) {
                int bits = 0;

                for (int32_t common = i & j; common; common &= common - 1)
                    bits++;
                sum += in[o * p.n + j] * (bits % 2 ? -1 : 1);
            }
            CHECK(fabs(out[o * p.n + i] - sum / sqrt(p.n)) < 1e-5, "hadamard of %d: %g, not %g",
                  p.n, out[o * p.n + i], sum / sqrt(p.n));
        }
    CHECK(out[p.outer * p.n] == in[p.outer * p.n], "hadamard: written behind the result");
}

/* Vectors at[a * next], each of n elements `step` apart: of length 1, at right angles. */
static void check_orthonormal(const float *at, int32_t count, int32_t next, int32_t n, int32_t step,
                              const pte_svd *p)
{
    for (int32_t a = 0; a < count; a++)
        for (int32_t b = 0; b <= a; b++) {
            double dot = 0;

            for (int32_t i = 0; i < n; i++)
                dot += (double)at[a * next + i * step] * at[b * next + i * step];
            CHECK(fabs(dot - (a == b)) < 1e-5, "svd of %dx%d: vectors %d and %d have %g in common",
                  p->m, p->n, a, b, dot);
        }
}

/* Of full rank; with equal columns; with zeros; diagonal, some of it equal. */
static float random_element(int kind, int32_t i, int32_t j, const float *row)
{
    if (kind == 1 && j > 0)
        return row[j - 1];
    if (kind == 2)
        return unit_between(0, 2) ? 0 : (float)unit_between(-3, 3);
    if (kind == 3)
        return i == j ? (float)unit_between(0, 2) : 0;
    return unit_float();
}

static void test_svd(void)
{
    const int full = unit_between(0, 1), kind = unit_between(0, 6);
    pte_svd p = {.count = unit_between(1, 2), .m = unit_between(1, 6), .n = unit_between(1, 6)};
    const int32_t count = p.m < p.n ? p.m : p.n;
    float in[ROOM], u[ROOM], s[ROOM], vh[ROOM];

    p.left = full ? p.m : count;
    p.right = full ? p.n : count;
    for (int32_t k = 0; k < p.count; k++)
        for (int32_t i = 0; i < p.m; i++)
            for (int32_t j = 0; j < p.n; j++) {
                float *row = in + (k * p.m + i) * p.n;

                row[j] = random_element(kind, i, j, row);
            }
    pte_svd_f32(u, s, vh, in, &p);
    for (int32_t k = 0; k < p.count; k++) {
        const float *uk = u + k * p.m * p.left, *vk = vh + k * p.right * p.n, *sk = s + k * count;

        check_orthonormal(uk, p.left, 1, p.m, p.left, &p);
        check_orthonormal(vk, p.right, p.n, p.n, 1, &p);
        for (int32_t a = 0; a < count; a++)
            CHECK(sk[a] >= 0 && (a == 0 || sk[a] <= sk[a - 1]), "svd: %g in place %d", sk[a], a);
        for (int32_t i = 0; i < p.m; i++)
            for (int32_t j = 0; j < p.n; j++) {
                double sum = 0;

                for (int32_t a = 0; a < count; a++)
                    sum += (double)uk[i * p.left + a] * sk[a] * vk[a * p.n + j];
                CHECK(fabs(sum - in[(k * p.m + i) * p.n + j]) < 1e-5,
                      "svd of %dx%d: %g in place of %g", p.m, p.n, sum,
                      in[(k * p.m + i) * p.n + j]);
            }
    }
}

/* ==== The gated delta rule ==== */

enum { MOST_WIDTH = 36 };

static float some[1 << 12]; /* what each operand is a part of */

/* One head: the state goes on from `start`; checks the results of its group. */
static void check_head(const pte_gated_delta_rule *p, int32_t h, const float *out,
                       const float *state)
{
    const float *query = some, *key = some + 100, *value = some + 300, *decay = some + 900;
    double s[4 * MOST_WIDTH];

    for (int32_t i = 0; i < p->k * p->v; i++)
        s[i] = some[2000 + h * p->k * p->v + i];
    for (int32_t t = 0; t < p->tokens; t++) {
        const int32_t at = h * p->tokens + t;

        for (int32_t i = 0; i < p->k * p->v; i++)
            s[i] *= decay[at * p->decays + (p->decays > 1 ? i / p->v : 0)];
        for (int32_t j = 0; j < p->v; j++) {
            double change = value[at * p->v + j];

            for (int32_t i = 0; i < p->k; i++)
                change -= (double)key[at * p->k + i] * s[i * p->v + j];
            for (int32_t i = 0; i < p->k; i++)
                s[i * p->v + j] += key[at * p->k + i] * change * some[1000 + at];
        }
        for (int32_t g = 0; g < p->group * p->v; g++) {
            const int32_t row = (h * p->group + g / p->v) * p->tokens + t;
            double sum = 0;

            for (int32_t i = 0; i < p->k; i++)
                sum += query[row * p->k + i] * s[i * p->v + g % p->v];
            CHECK(fabs(out[row * p->v + g % p->v] - sum) < 1e-4,
                  "delta rule: token %d of head %d: %g, not %g", t, h, out[row * p->v + g % p->v],
                  sum);
        }
    }
    for (int32_t i = 0; i < p->k * p->v; i++)
        CHECK(fabs(state[h * p->k * p->v + i] - s[i]) < 1e-4, "delta rule: state %g, not %g",
              state[h * p->k * p->v + i], s[i]);
}

static void test_delta_rule(void)
{
    pte_gated_delta_rule p = {unit_between(0, 2), unit_between(1, 2),          unit_between(0, 4),
                              unit_between(1, 4), unit_between(1, MOST_WIDTH), 1};
    float out[2 * 2 * 4 * MOST_WIDTH + 1], state[2 * 4 * MOST_WIDTH + 1];
    const int32_t outs = p.heads * p.group * p.tokens * p.v, states = p.heads * p.k * p.v;
    const int in_place = unit_between(0, 1);

    p.decays = unit_between(0, 1) ? p.k : 1;
    for (int i = 0; i < 1 << 12; i++)
        some[i] = unit_float();
    for (int32_t i = 0; i < states && in_place; i++)
        state[i] = some[2000 + i];
    out[outs] = state[states] = 77;
    pte_gated_delta_rule_f32(out, state, some, some + 100, some + 300, some + 900, some + 1000,
                             in_place ? state : some + 2000, &p);
    CHECK(out[outs] == 77 && state[states] == 77, "delta rule: written behind the results");
    for (int32_t h = 0; h < p.heads; h++)
        check_head(&p, h, out, state);
}

int main(void)
{
    for (int round = 0; round < 2000; round++) {
        test_fft();
        test_hadamard();
        test_svd();
        test_delta_rule();
    }
    return unit_result("transforms");
}
