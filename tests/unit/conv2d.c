/* SPDX-License-Identifier: 0BSD
 * Convolutions against a direct evaluation, over random shapes and both memory orders. Floats also
 * to the bit, with the sum in the promised order.
 * gcc -std=c11 -O2 -ffp-contract=off -Iruntime-min -Ibackends/portable tests/unit/conv2d.c
 *     backends/portable/pte_conv2d_*.c */
#include "pte_kernels.h"
#include "pte_math.h"
#include "requant.h"
#include "unit.h"

enum { ROOM = 1 << 16 };

static int32_t size_of_axis(int32_t k, int32_t d)
{
    return unit_between(0, 3) ? unit_between(1, 12) + (k - 1) * d : unit_between(1, 70);
}

/* With `gap` unused elements between rows. */
static pte_strides4 strides(int channels_last, int32_t c, int32_t h, int32_t w, int32_t gap)
{
    const int32_t row = channels_last ? w * c + gap : w + gap;
    pte_strides4 rows = {c * h * row, h * row, row, 1}, last = {h * row, 1, row, c};

    return channels_last ? last : rows;
}

/* Often a 1x1, a depthwise or a 1-D convolution; padding may exceed the kernel, and the last
 * outputs may be left out. */
static pte_conv2d random_conv(void)
{
    const int kind = unit_between(0, 5), last = unit_between(0, 1);
    const int32_t icg = kind == 1 ? 1 : unit_between(1, 9),
                  ocg = kind == 1 ? 1 : unit_between(1, 9);
    pte_conv2d p = {0};

    p.n = unit_between(0, 9) ? unit_between(1, 2) : 0;
    p.groups = kind == 1 ? unit_between(1, 70) : kind == 2 ? unit_between(1, 4) : 1;
    p.c = p.groups * icg;
    p.oc = p.groups * ocg;
    p.kh = kind == 0 || kind == 3 ? 1 : unit_between(1, 4);
    p.kw = kind == 0 ? 1 : unit_between(1, 4);
    p.sh = unit_between(1, 3) == 3 ? 2 : 1;
    p.sw = unit_between(1, 3) == 3 ? unit_between(2, 3) : 1;
    p.dh = unit_between(1, 4) == 4 ? 2 : 1;
    p.dw = unit_between(1, 4) == 4 ? 3 : 1;
    p.ph = unit_between(0, 1) ? unit_between(0, p.kh + 2) : 0;
    p.pw = unit_between(0, 1) ? unit_between(0, p.kw + 2) : 0;
    p.h = kind == 3 ? 1 : size_of_axis(p.kh, p.dh);
    p.w = size_of_axis(p.kw, p.dw);
    p.oh = (p.h + 2 * p.ph - (p.kh - 1) * p.dh - 1) / p.sh + 1;
    p.ow = (p.w + 2 * p.pw - (p.kw - 1) * p.dw - 1) / p.sw + 1;
    p.oh -= unit_between(0, 5) == 0;
    p.ow -= unit_between(0, 5) == 0;
    p.is = strides(last, p.c, p.h, p.w, unit_between(0, 2) ? 0 : unit_between(1, 3));
    p.os = strides(last, p.oc, p.oh, p.ow, unit_between(0, 2) ? 0 : unit_between(1, 3));
    p.ws = strides(unit_between(0, 3) ? last : !last, icg, p.kh, p.kw, 0);
    if (kind == 1 && unit_between(0, 1)) { /* cortex_m keeps depthwise weights as [1][kh][kw][oc] */
        pte_strides4 by_channel = {1, 1, p.kw * p.oc, p.oc};

        p.ws = by_channel;
    }
    p.lo = unit_between(0, 1) ? -0.5f : -0x1p100f;
    p.hi = unit_between(0, 1) ? 0.5f : 0x1p100f;
    return p;
}

static int fits(const pte_conv2d *p)
{
    return p->oh > 0 && p->ow > 0 && p->h > 0 && p->w > 0 && p->n * p->is.n <= ROOM &&
           p->n * p->os.n <= ROOM && p->oc * (p->c / p->groups) * p->kh * p->kw <= ROOM;
}

/* Offsets of the input and the weight of a tap, or 0 if it lies outside. */
static int tap(const pte_conv2d *p, const int32_t at[4], int32_t ic, int32_t ky, int32_t kx,
               int32_t *in, int32_t *weight)
{
    const int32_t y = at[2] * p->sh - p->ph + ky * p->dh, x = at[3] * p->sw - p->pw + kx * p->dw;
    const int32_t c = at[1] / (p->oc / p->groups) * (p->c / p->groups) + ic;

    *in = at[0] * p->is.n + c * p->is.c + y * p->is.h + x * p->is.w;
    *weight = at[1] * p->ws.n + ic * p->ws.c + ky * p->ws.h + kx * p->ws.w;
    return y >= 0 && y < p->h && x >= 0 && x < p->w;
}

static float expect_f32(const pte_conv2d *p, const int32_t at[4], const float *in,
                        const float *weight, const float *bias)
{
    float sum = 0;
    int32_t i, w;

    for (int32_t ic = 0; ic < p->c / p->groups; ic++)
        for (int32_t ky = 0; ky < p->kh; ky++)
            for (int32_t kx = 0; kx < p->kw; kx++)
                if (tap(p, at, ic, ky, kx, &i, &w))
                    sum += in[i] * weight[w];
    if (bias)
        sum += bias[at[1]];
    return sum < p->lo ? p->lo : sum > p->hi ? p->hi : sum;
}

static int8_t expect_s8(const pte_conv2d *p, const int32_t at[4], const int8_t *in,
                        const int8_t *weight, const int32_t *bias, const int32_t *mult,
                        const int32_t *shift, const int32_t *q)
{
    int64_t sum = bias ? bias[at[1]] : 0, v;
    int32_t i, w;

    for (int32_t ic = 0; ic < p->c / p->groups; ic++)
        for (int32_t ky = 0; ky < p->kh; ky++)
            for (int32_t kx = 0; kx < p->kw; kx++)
                if (tap(p, at, ic, ky, kx, &i, &w))
                    sum += ((int64_t)in[i] + q[0]) * weight[w];
    v = (int64_t)pte_requant_double((int32_t)(uint32_t)(uint64_t)sum, mult[at[1]], shift[at[1]]);
    v = (int32_t)(uint32_t)(uint64_t)(v + q[1]);
    v = v < q[2] ? q[2] : v;
    return (int8_t)(v > q[3] ? q[3] : v);
}

static int64_t exact_sum(const pte_conv2d *p, const int32_t at[4], const int16_t *in,
                         const int8_t *weight)
{
    int64_t sum = 0;
    int32_t i, w;

    for (int32_t ic = 0; ic < p->c / p->groups; ic++)
        for (int32_t ky = 0; ky < p->kh; ky++)
            for (int32_t kx = 0; kx < p->kw; kx++)
                if (tap(p, at, ic, ky, kx, &i, &w))
                    sum += (int64_t)in[i] * weight[w];
    return sum;
}

static float in_f32[ROOM], weight_f32[ROOM], bias_f32[ROOM];
static int8_t in_s8[ROOM], weight_s8[ROOM];
static int16_t in_s16[ROOM];
static float scale_s16[ROOM], scale_to_s8[ROOM];
static int32_t bias_s32[ROOM], mult[ROOM], shift[ROOM];

#define FOR_OUTPUTS(p, at)                                                                         \
    for (at[0] = 0; at[0] < (p)->n; at[0]++)                                                       \
        for (at[1] = 0; at[1] < (p)->oc; at[1]++)                                                  \
            for (at[2] = 0; at[2] < (p)->oh; at[2]++)                                              \
                for (at[3] = 0; at[3] < (p)->ow; at[3]++)

static void describe(const pte_conv2d *p)
{
    if (unit_failures < 20)
        printf(
            "n %d c %d h %d w %d oc %d k %dx%d s %d,%d p %d,%d d %d,%d groups %d is.c %d ws.c %d\n",
            p->n, p->c, p->h, p->w, p->oc, p->kh, p->kw, p->sh, p->sw, p->ph, p->pw, p->dh, p->dw,
            p->groups, p->is.c, p->ws.c);
}

typedef struct counts {
    size_t in, weight, out, oc;
} counts;

static counts count(const pte_conv2d *p)
{
    counts c = {(size_t)(p->n * p->is.n), (size_t)(p->oc * (p->c / p->groups) * p->kh * p->kw),
                (size_t)(p->n * p->os.n), (size_t)p->oc};

    return c;
}

static void test_f32(const pte_conv2d *p)
{
    const counts c = count(p);
    const int before = unit_failures;
    float *in = unit_copy(in_f32, c.in * sizeof *in);
    float *weight = unit_copy(weight_f32, c.weight * sizeof *weight);
    float *bias = unit_between(0, 2) ? unit_copy(bias_f32, c.oc * sizeof *bias) : NULL;
    float *out = unit_copy(in_f32, c.out * sizeof *out);
    int32_t at[4];

    pte_conv2d_f32(out, in, weight, bias, p);
    FOR_OUTPUTS(p, at)
    {
        const int32_t o = at[0] * p->os.n + at[1] * p->os.c + at[2] * p->os.h + at[3] * p->os.w;
        const float want = expect_f32(p, at, in, weight, bias);

        CHECK(pte_bits_f32(out[o]) == pte_bits_f32(want), "f32 %d,%d,%d,%d: %a, not %a", at[0],
              at[1], at[2], at[3], out[o], want);
        out[o] = in_f32[o];
    }
    CHECK(memcmp(out, in_f32, c.out * sizeof *out) == 0, "f32: written between the outputs");
    if (unit_failures > before)
        describe(p);
    free(in);
    free(weight);
    free(bias);
    free(out);
}

static void test_s8(const pte_conv2d *p)
{
    const counts c = count(p);
    const int32_t lo = unit_between(-128, 0), before = unit_failures;
    const int32_t q[4] = {unit_between(-127, 128), unit_between(-128, 127), lo,
                          unit_between(lo, 127)};
    int8_t *in = unit_copy(in_s8, c.in), *weight = unit_copy(weight_s8, c.weight);
    int8_t *out = unit_copy(in_s8, c.out);
    int32_t *bias = unit_between(0, 2) ? unit_copy(bias_s32, c.oc * sizeof *bias) : NULL;
    int32_t at[4];

    pte_conv2d_s8(out, in, weight, bias, mult, shift, q, p);
    FOR_OUTPUTS(p, at)
    {
        const int32_t o = at[0] * p->os.n + at[1] * p->os.c + at[2] * p->os.h + at[3] * p->os.w;
        const int8_t want = expect_s8(p, at, in, weight, bias, mult, shift, q);

        CHECK(out[o] == want, "s8 %d,%d,%d,%d: %d, not %d", at[0], at[1], at[2], at[3], out[o],
              want);
        out[o] = in_s8[o];
    }
    CHECK(memcmp(out, in_s8, c.out) == 0, "s8: written between the outputs");
    if (unit_failures > before)
        describe(p);
    free(in);
    free(weight);
    free(bias);
    free(out);
}

static void test_s16(const pte_conv2d *p)
{
    const counts c = count(p);
    const int32_t before = unit_failures;
    const int32_t lo = unit_between(-32768, 0), q[4] = {0, unit_between(-9, 9), lo, 32767};
    const int32_t q8[4] = {0, unit_between(-128, 127), -128, unit_between(-128, 127)};
    int16_t *in = unit_copy(in_s16, c.in * sizeof *in);
    int16_t *out = unit_copy(in_s16, c.out * sizeof *out);
    int16_t *wide = unit_copy(in_s16, c.out * sizeof *wide);
    int8_t *weight = unit_copy(weight_s8, c.weight), *bytes = unit_copy(in_s8, c.out);
    float *bias = unit_between(0, 2) ? unit_copy(bias_f32, c.oc * sizeof *bias) : NULL;
    int32_t at[4];

    pte_conv2d_s16_fbias(out, in, weight, bias, scale_s16, q, p);
    pte_conv2d_s16_wide_fbias(wide, in, weight, bias, scale_s16, q, p);
    pte_conv2d_s16_s8_fbias(bytes, in, weight, bias, scale_to_s8, q8, p);
    FOR_OUTPUTS(p, at)
    {
        const int32_t o = at[0] * p->os.n + at[1] * p->os.c + at[2] * p->os.h + at[3] * p->os.w;
        const int64_t sum = exact_sum(p, at, in, weight);
        const float added = bias ? bias[at[1]] : 0;
        const int32_t want = expect_fbias(sum, scale_s16[at[1]], added, q);
        const int32_t byte = expect_fbias(sum, scale_to_s8[at[1]], added, q8);

        CHECK(out[o] == want && wide[o] == want && bytes[o] == byte,
              "s16 %d,%d,%d,%d: %d, wide %d, not %d; byte %d, not %d", at[0], at[1], at[2], at[3],
              out[o], wide[o], want, bytes[o], byte);
        out[o] = wide[o] = in_s16[o];
        bytes[o] = in_s8[o];
    }
    CHECK(memcmp(out, in_s16, c.out * sizeof *out) == 0 &&
              memcmp(wide, in_s16, c.out * sizeof *wide) == 0 && memcmp(bytes, in_s8, c.out) == 0,
          "s16: written between the outputs");
    if (unit_failures > before)
        describe(p);
    free(in);
    free(out);
    free(wide);
    free(weight);
    free(bytes);
    free(bias);
}

static void fill(int extremes)
{
    for (int i = 0; i < ROOM; i++) {
        in_f32[i] = unit_float();
        weight_f32[i] = unit_float();
        bias_f32[i] = unit_float();
        in_s8[i] = extremes ? INT8_MIN : (int8_t)unit_random();
        in_s16[i] = extremes ? INT16_MIN : (int16_t)unit_random();
        scale_s16[i] = unit_float() * 0x1p-8f;
        scale_to_s8[i] = unit_float() * 0x1p-16f;
        weight_s8[i] = extremes ? INT8_MIN : (int8_t)unit_random();
        bias_s32[i] = extremes ? INT32_MAX - 5 : unit_between(-20000, 20000);
        mult[i] = extremes ? INT32_MAX : unit_between(1 << 30, INT32_MAX);
        shift[i] = extremes ? unit_between(-31, 31) : unit_between(-12, 1);
    }
}

int main(void)
{
    for (int round = 0; round < 3000; round++) {
        pte_conv2d p = random_conv();

        if (round % 500 == 0)
            fill(round % 1000 != 0);
        if (!fits(&p))
            continue;
        test_f32(&p);
        test_s8(&p);
        if (round % 4 == 0)
            test_s16(&p);
    }
    return unit_result("conv2d");
}
