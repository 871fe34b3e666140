/* SPDX-License-Identifier: 0BSD
 * Transposed convolutions against their definition: each input reaches its outputs. Numbers are
 * small, so that sums are exact whatever their order.
 * gcc -std=c11 -O2 -ffp-contract=off -Iruntime-min -Ibackends/portable tests/unit/transposed.c
 *     backends/portable/pte_conv_transpose2d_*.c runtime-min/pte_*.c -lm */
#include "pte_kernels.h"
#include "pte_math.h"
#include "requant.h"
#include "unit.h"

enum { ROOM = 1 << 13 };

static int8_t in_s8[ROOM], weight_s8[ROOM];
static int16_t in_s16[ROOM];
static float in_f32[ROOM], weight_f32[ROOM], bias_f32[ROOM], scale[ROOM];
static double in_f64[ROOM], weight_f64[ROOM], bias_f64[ROOM];
static int64_t in_s64[ROOM], weight_s64[ROOM], bias_s64[ROOM];
static int32_t bias_s32[ROOM], mult[ROOM], shift[ROOM];

static void fill(void)
{
    for (int i = 0; i < ROOM; i++) {
        in_s64[i] = in_s16[i] = in_s8[i] = (int8_t)unit_between(-9, 9);
        in_f64[i] = in_f32[i] = in_s8[i];
        weight_s64[i] = weight_s8[i] = (int8_t)unit_between(-9, 9);
        weight_f64[i] = weight_f32[i] = weight_s8[i];
        bias_s64[i] = bias_s32[i] = unit_between(-99, 99);
        bias_f64[i] = bias_f32[i] = (float)bias_s32[i];
        scale[i] = (unit_float() + 1) / 8;
        mult[i] = unit_between(1 << 30, INT32_MAX);
        shift[i] = unit_between(-4, 0);
    }
}

static pte_strides4 strides(int last, int32_t c, int32_t h, int32_t w, int32_t gap)
{
    const int32_t row = (last ? w * c : w) + gap;
    const pte_strides4 planes = {c * h * row, h * row, row, 1}, lasts = {h * row, 1, row, c};

    return last ? lasts : planes;
}

/* With `rest` rows and columns that a larger input would not reach; weights of a group are
 * [in][out][kh][kw], or [out][kh][kw][in]. */
static pte_conv2d random_conv(void)
{
    pte_conv2d p = {.n = unit_between(0, 2), .groups = unit_between(1, 3)};
    const int32_t icg = unit_between(1, 3), ocg = unit_between(1, 3);

    p.c = p.groups * icg;
    p.oc = p.groups * ocg;
    p.kh = unit_between(1, 4);
    p.kw = unit_between(1, 4);
    p.sh = unit_between(1, 3);
    p.sw = unit_between(1, 3);
    p.dh = unit_between(1, 2);
    p.dw = unit_between(1, 2);
    p.ph = unit_between(0, (p.kh - 1) * p.dh);
    p.pw = unit_between(0, (p.kw - 1) * p.dw);
    p.h = unit_between(1, 5);
    p.w = unit_between(1, 5);
    p.oh = (p.h - 1) * p.sh - 2 * p.ph + (p.kh - 1) * p.dh + 1 + unit_between(0, p.sh - 1);
    p.ow = (p.w - 1) * p.sw - 2 * p.pw + (p.kw - 1) * p.dw + 1 + unit_between(0, p.sw - 1);
    p.is = strides(unit_between(0, 1), p.c, p.h, p.w, unit_between(0, 1));
    p.os = strides(unit_between(0, 1), p.oc, p.oh, p.ow, unit_between(0, 1));
    p.wg = icg * ocg * p.kh * p.kw;
    if (unit_between(0, 1))
        p.ws = (pte_strides4){p.kh * p.kw, ocg * p.kh * p.kw, p.kw, 1};
    else
        p.ws = (pte_strides4){p.kh * p.kw * icg, 1, p.kw * icg, icg};
    p.lo = -200;
    p.hi = 300;
    return p;
}

/* What the inputs of image b of a channel's group, each plus zero[b], add up to at each output. */
static void spread(int64_t *sum, const pte_conv2d *p, int32_t b, int32_t oc, int32_t zero)
{
    const int32_t icg = p->c / p->groups, ocg = p->oc / p->groups, group = oc / ocg;

    for (int32_t i = 0; i < p->oh * p->ow; i++)
        sum[i] = 0;
    for (int32_t ic = 0; ic < icg; ic++)
        for (int32_t i = 0; i < p->h * p->w; i++)
            for (int32_t k = 0; k < p->kh * p->kw; k++) {
                const int32_t iy = i / p->w, ix = i % p->w, ky = k / p->kw, kx = k % p->kw;
                const int32_t y = iy * p->sh - p->ph + ky * p->dh;
                const int32_t x = ix * p->sw - p->pw + kx * p->dw;
                const int32_t from =
                    b * p->is.n + (group * icg + ic) * p->is.c + iy * p->is.h + ix * p->is.w;
                const int32_t by =
                    group * p->wg + oc % ocg * p->ws.n + ic * p->ws.c + ky * p->ws.h + kx * p->ws.w;

                if (y >= 0 && y < p->oh && x >= 0 && x < p->ow)
                    sum[y * p->ow + x] += (int64_t)(in_s8[from] + zero) * weight_s8[by];
            }
}

static double limited(double v, const pte_conv2d *p)
{
    return v < p->lo ? p->lo : v > p->hi ? p->hi : v;
}

static float out_f32[ROOM], out_batch[ROOM];
static double out_f64[ROOM];
static int64_t out_s64[ROOM];
static int8_t out_s8[ROOM], out_rne[ROOM], out_fbias[ROOM], out_twice[ROOM], out_s16_s8[ROOM];
static int16_t out_s16[ROOM], out_wide[ROOM];

static const int32_t q[5] = {5, -3, -120, 110, 0}, q16[4] = {0, 4, -300, 200};
static const float factor[2] = {0.125f, 0.75f}, image_scale[2] = {0.5f, 0.25f};
static const int32_t image_zero[2] = {3, -2};

static void run(const pte_conv2d *p, int biased)
{
    const float *f = biased ? bias_f32 : NULL;
    const int32_t *n = biased ? bias_s32 : NULL;

    memset(out_s8, 77, sizeof out_s8);
    out_batch[p->n * p->os.n] = out_f32[p->n * p->os.n] = 77;
    pte_conv_transpose2d_f32(out_f32, in_f32, weight_f32, f, p);
    pte_conv_transpose2d_f64(out_f64, in_f64, weight_f64, biased ? bias_f64 : NULL, p);
    pte_conv_transpose2d_s64(out_s64, in_s64, weight_s64, biased ? bias_s64 : NULL, p);
    pte_conv_transpose2d_s8(out_s8, in_s8, weight_s8, n, mult, shift, q, p);
    pte_conv_transpose2d_s8_rne(out_rne, in_s8, weight_s8, n, scale, q, p);
    pte_conv_transpose2d_s8_fbias(out_fbias, in_s8, weight_s8, f, scale, q, p);
    pte_conv_transpose2d_s8_twice(out_twice, in_s8, weight_s8, n, factor, q, p);
    pte_conv_transpose2d_s16_fbias(out_s16, in_s16, weight_s8, f, scale, q16, p);
    pte_conv_transpose2d_s16_wide_fbias(out_wide, in_s16, weight_s8, f, scale, q16, p);
    pte_conv_transpose2d_s16_s8_fbias(out_s16_s8, in_s16, weight_s8, f, scale, q, p);
    pte_conv_transpose2d_s8_batch(out_batch, in_s8, weight_s8, f, scale, image_scale, image_zero,
                                  p);
}

static int32_t clamped(double v)
{
    return (int32_t)fmin(fmax(v + q[1], q[2]), q[3]);
}

/* Output `o`, of a channel with the sums of inputs, of bytes above their zero point, and of those
 * above that of their image. */
static void check(const pte_conv2d *p, int32_t o, int32_t oc, int64_t plain, int64_t above,
                  double batch, int biased)
{
    const int32_t bias = biased ? bias_s32[oc] : 0;
    const double real = limited((double)(plain + bias), p);
    const int32_t sum = (int32_t)above + bias,
                  wide = expect_fbias(plain, scale[oc], (float)bias, q16);
    const int32_t halved = expect_fbias(plain, scale[oc], (float)bias, q);

    CHECK(out_f32[o] == real && out_f64[o] == real, "f32 %g, f64 %g, not %g", out_f32[o],
          out_f64[o], real);
    CHECK(out_s64[o] == plain + bias, "s64 %d, not %d", (int)out_s64[o], (int)plain + bias);
    CHECK(out_s8[o] == clamped(pte_requant_double(sum, mult[oc], shift[oc])), "s8 %d", out_s8[o]);
    CHECK(out_rne[o] == clamped(nearbyintf((float)sum * scale[oc])), "rne %d", out_rne[o]);
    CHECK(out_fbias[o] == expect_fbias(above, scale[oc], (float)bias, q), "fbias %d", out_fbias[o]);
    CHECK(out_twice[o] == clamped(nearbyint(sum * 0.125 * 0.75)), "twice %d", out_twice[o]);
    CHECK(out_s16[o] == wide && out_wide[o] == wide && out_s16_s8[o] == halved,
          "s16 %d, wide %d, not %d; bytes %d, not %d", out_s16[o], out_wide[o], wide, out_s16_s8[o],
          halved);
    CHECK(fabs(out_batch[o] - limited(batch * (double)scale[oc] + bias, p)) < 1e-4, "batch %g",
          out_batch[o]);
}

static void test(const pte_conv2d *p)
{
    static int64_t plain[ROOM], above[ROOM], image[ROOM];
    const int biased = unit_between(0, 2) > 0, before = unit_failures;

    run(p, biased);
    for (int32_t b = 0; b < p->n; b++)
        for (int32_t oc = 0; oc < p->oc; oc++) {
            spread(plain, p, b, oc, 0);
            spread(above, p, b, oc, q[0]);
            spread(image, p, b, oc, -image_zero[b]);
            for (int32_t y = 0; y < p->oh; y++)
                for (int32_t x = 0; x < p->ow; x++) {
                    const int32_t o = b * p->os.n + oc * p->os.c + y * p->os.h + x * p->os.w;
                    const int32_t i = y * p->ow + x;

                    check(p, o, oc, plain[i], above[i], (double)image[i] * (double)image_scale[b],
                          biased);
                    out_s8[o] = 77;
                }
        }
    for (int32_t i = 0; i <= p->n * p->os.n; i++)
        CHECK(out_s8[i] == 77, "written between the outputs, or behind them");
    CHECK(out_batch[p->n * p->os.n] == 77 && out_f32[p->n * p->os.n] == 77,
          "written behind the outputs");
    if (unit_failures > before && unit_failures < 20)
        printf("n %d c %d h %d w %d oc %d k %dx%d s %d,%d p %d,%d d %d,%d groups %d\n", p->n, p->c,
               p->h, p->w, p->oc, p->kh, p->kw, p->sh, p->sw, p->ph, p->pw, p->dh, p->dw,
               p->groups);
}

int main(void)
{
    for (int round = 0; round < 600; round++) {
        const pte_conv2d p = random_conv();

        if (round % 100 == 0)
            fill();
        if (p.oh > 0 && p.ow > 0 && p.n * p.os.n < ROOM)
            test(&p);
    }
    return unit_result("transposed");
}
