/* SPDX-License-Identifier: 0BSD
 * Pooling against a direct evaluation, over random shapes and both memory orders. The quantised
 * average is compared with the program's definition in tests/unit/quant.c.
 * gcc -std=c11 -O2 -ffp-contract=off -Iruntime-min -Ibackends/portable tests/unit/pool2d.c
 *     backends/portable/pte_*_pool2d_*.c runtime-min/pte_*.c */
#include <math.h>

#include "pte_kernels.h"
#include "pte_math.h"
#include "unit.h"

enum { ROOM = 1 << 15 };

static float in_f32[ROOM], out_f32[ROOM];
static int8_t in_s8[ROOM], out_s8[ROOM];
static int64_t index_f32[ROOM], index_s8[ROOM];

static pte_strides4 strides(int channels_last, int32_t c, int32_t h, int32_t w)
{
    pte_strides4 rows = {c * h * w, h * w, w, 1}, last = {c * h * w, 1, w * c, c};

    return channels_last ? last : rows;
}

static pte_pool2d random_pool(void)
{
    const int last = unit_between(0, 1), flat = unit_between(0, 4) == 0;
    pte_pool2d p = {0};

    p.n = unit_between(0, 2);
    p.c = unit_between(0, 3) ? unit_between(1, 5) : unit_between(60, 70);
    p.kh = flat ? 1 : unit_between(1, 4);
    p.kw = unit_between(1, 4);
    p.sh = unit_between(1, 3);
    p.sw = unit_between(1, 3);
    p.ph = unit_between(0, p.kh / 2 + (unit_between(0, 9) == 0));
    p.pw = unit_between(0, p.kw / 2 + (unit_between(0, 9) == 0));
    p.dh = unit_between(0, 3) ? 1 : 2;
    p.dw = unit_between(0, 3) ? 1 : 2;
    p.h = flat ? 1 : unit_between(1, 9);
    p.w = unit_between(0, 3) ? unit_between(1, 9) : unit_between(60, 80);
    p.oh = (p.h + 2 * p.ph - (p.kh - 1) * p.dh - 1) / p.sh + 1;
    p.ow = (p.w + 2 * p.pw - (p.kw - 1) * p.dw - 1) / p.sw + 1;
    if (unit_between(0, 3) == 0 && p.oh * p.sh < p.h + p.ph)
        p.oh++; /* ceil mode: the window hangs over the edge */
    if (unit_between(0, 3) == 0 && p.ow * p.sw < p.w + p.pw)
        p.ow++;
    p.is = strides(last, p.c, p.h, p.w);
    p.os = strides(last, p.c, p.oh, p.ow);
    p.count_pad = unit_between(0, 1);
    p.divisor = unit_between(0, 3) ? 0 : unit_between(1, 7);
    p.lo = unit_between(0, 1) ? -0.5f : -INFINITY;
    p.hi = unit_between(0, 1) ? 0.5f : INFINITY;
    return p;
}

typedef struct window {
    float sum, max;
    int64_t index;
    int32_t inside, padded; /* elements in the input; also those in the padding */
} window;

static window look(const pte_pool2d *p, const float *channel, int32_t y, int32_t x)
{
    window r = {0, -INFINITY, 0, 0, 0};

    for (int32_t ky = 0; ky < p->kh; ky++) {
        for (int32_t kx = 0; kx < p->kw; kx++) {
            const int32_t iy = y * p->sh - p->ph + ky * p->dh, ix = x * p->sw - p->pw + kx * p->dw;
            float v;

            r.padded += iy < p->h + p->ph && ix < p->w + p->pw;
            if (iy < 0 || iy >= p->h || ix < 0 || ix >= p->w)
                continue;
            v = channel[iy * p->is.h + ix * p->is.w];
            r.sum += v;
            if (r.inside == 0 || v > r.max || isnan(v)) {
                r.max = v;
                r.index = iy * p->w + ix;
            }
            r.inside++;
        }
    }
    return r;
}

static float limit(float v, const pte_pool2d *p)
{
    return v < p->lo ? p->lo : v > p->hi ? p->hi : v;
}

static int same(float a, float b)
{
    return a == b || (a != a && b != b);
}

static float in_from_s8[ROOM];

static void check_channel(const pte_pool2d *p, int32_t b, int32_t c, int average, const int32_t *q)
{
    const int32_t in = b * p->is.n + c * p->is.c;

    for (int32_t y = 0; y < p->oh; y++) {
        for (int32_t x = 0; x < p->ow; x++) {
            const int32_t o = b * p->os.n + c * p->os.c + y * p->os.h + x * p->os.w;
            const window f = look(p, in_f32 + in, y, x), s = look(p, in_from_s8 + in, y, x);
            const int32_t n = p->divisor ? p->divisor : p->count_pad ? f.padded : f.inside;
            const float mean = limit(n ? f.sum / (float)n : 0, p);
            int max = s.inside ? (int)s.max : -128;

            if (average) {
                CHECK(same(out_f32[o], mean), "average: %a, not %a", out_f32[o], mean);
                continue;
            }
            if (q)
                max = max < q[0] ? q[0] : max > q[1] ? q[1] : max;
            CHECK(same(out_f32[o], limit(f.max, p)), "maximum: %a, not %a", out_f32[o], f.max);
            CHECK(index_f32[o] == f.index, "position: %d, not %d", (int)index_f32[o], (int)f.index);
            CHECK(out_s8[o] == max, "s8 maximum: %d, not %d", out_s8[o], max);
            CHECK(index_s8[o] == s.index, "s8 position: %d, not %d", (int)index_s8[o],
                  (int)s.index);
        }
    }
}

static void test(const pte_pool2d *p)
{
    static const int32_t clamp[2] = {-50, 60};
    const int32_t *q = unit_between(0, 1) ? clamp : NULL;
    const int before = unit_failures;

    const size_t n = (size_t)(p->n * p->c * p->h * p->w);
    float *in = unit_copy(in_f32, n * sizeof *in);
    int8_t *bytes = unit_copy(in_s8, n);

    for (int average = 0; average < 2; average++) {
        if (average) {
            pte_avg_pool2d_f32(out_f32, in, p);
        } else {
            pte_max_pool2d_f32(out_f32, index_f32, in, p);
            pte_max_pool2d_s8(out_s8, index_s8, bytes, q, p);
        }
        for (int32_t b = 0; b < p->n; b++)
            for (int32_t c = 0; c < p->c; c++)
                check_channel(p, b, c, average, q);
    }
    if (unit_failures > before && unit_failures < 20)
        printf("n %d c %d h %d w %d k %d,%d s %d,%d p %d,%d d %d,%d is.c %d\n", p->n, p->c, p->h,
               p->w, p->kh, p->kw, p->sh, p->sw, p->ph, p->pw, p->dh, p->dw, p->is.c);
    free(in);
    free(bytes);
}

int main(void)
{
    for (int i = 0; i < ROOM; i++) {
        in_f32[i] = unit_between(0, 300) ? (float)unit_between(-8, 8) / 4.0f : NAN;
        in_s8[i] = (int8_t)unit_between(-128, -100 + unit_between(0, 1) * 227);
        in_from_s8[i] = in_s8[i];
    }
    for (int round = 0; round < 4000; round++) {
        const pte_pool2d p = random_pool();

        if (p.oh > 0 && p.ow > 0 && p.n * p.c * p.h * p.w < ROOM && p.n * p.c * p.oh * p.ow < ROOM)
            test(&p);
    }
    return unit_result("pool2d");
}
