/* SPDX-License-Identifier: 0BSD
 * Samples of images at positions against their definition in double. All positions, also between
 * two elements, are exact in float.
 * gcc -std=c11 -O2 -Iruntime-min -Ibackends/portable tests/unit/sampler.c
 *     backends/portable/pte_grid_sampler2d_*.c runtime-min/pte_*.c -lm */
#include <math.h>

#include "pte_kernels.h"
#include "unit.h"

enum { ROOM = 1 << 10 };

/* Folds x at both ends, as often as it takes. */
static double reflect(double x, int32_t size, int corners)
{
    const double low = corners ? 0 : -0.5, high = corners ? size - 1 : size - 0.5;

    while (high > low && (x < low || x > high))
        x = x < low ? 2 * low - x : 2 * high - x;
    return high > low ? x : 0;
}

static double pad(double x, int32_t size, const pte_grid_sampler2d *p)
{
    if (p->padding == PTE_PAD_ZEROS)
        return x;
    if (p->padding == PTE_PAD_REFLECT)
        x = reflect(x, size, p->corners);
    return fmin(fmax(x, 0), size - 1);
}

/* Keys' kernel, with a = -3/4. */
static double cubic(double x)
{
    const double a = -0.75, d = fabs(x);

    if (d <= 1)
        return (a + 2) * d * d * d - (a + 3) * d * d + 1;
    return d < 2 ? a * d * d * d - 5 * a * d * d + 8 * a * d - 4 * a : 0;
}

/* How much element `at` of a line of `size` counts at position x. */
static double share(double x, int32_t at, int32_t size, const pte_grid_sampler2d *p)
{
    double all = 0;

    x = p->corners ? (x + 1) / 2 * (size - 1) : ((x + 1) * size - 1) / 2;
    if (p->mode == PTE_GRID_NEAREST)
        return nearbyint(pad(x, size, p)) == at;
    if (p->mode == PTE_GRID_LINEAR)
        return fmax(0, 1 - fabs(pad(x, size, p) - at));
    for (double tap = floor(x) - 1; tap <= floor(x) + 2; tap++)
        all += pad(tap, size, p) == at ? cubic(x - tap) : 0;
    return all;
}

static pte_strides4 strides(int last, int32_t c, int32_t h, int32_t w)
{
    const pte_strides4 planes = {c * h * w, h * w, w, 1}, lasts = {c * h * w, 1, w * c, c};

    return last ? lasts : planes;
}

static pte_grid_sampler2d random_sampler(void)
{
    pte_grid_sampler2d p = {.n = unit_between(0, 2), .c = unit_between(0, 3)};

    p.h = unit_between(1, 6);
    p.w = unit_between(1, 6);
    p.oh = unit_between(1, 4);
    p.ow = unit_between(1, 4);
    p.is = strides(unit_between(0, 1), p.c, p.h, p.w);
    p.os = strides(unit_between(0, 1), p.c, p.oh, p.ow);
    p.gs = strides(unit_between(0, 1), 2, p.oh, p.ow);
    p.mode = unit_between(0, 2);
    p.padding = unit_between(0, 2);
    p.corners = unit_between(0, 1);
    return p;
}

static float position(void)
{
    if (unit_between(0, 3) == 0)
        return (float)unit_between(-1, 1); /* an edge, or the middle */
    return (float)unit_between(-64, 64) / (unit_between(0, 2) ? 32 : 4);
}

static void test(const pte_grid_sampler2d *p)
{
    float in[ROOM], grid[ROOM], out[ROOM];
    double in64[ROOM], grid64[ROOM], out64[ROOM];

    for (int i = 0; i < ROOM; i++) {
        in64[i] = in[i] = unit_float();
        grid64[i] = grid[i] = position();
        out64[i] = out[i] = 77;
    }
    pte_grid_sampler2d_f32(out, in, grid, p);
    pte_grid_sampler2d_f64(out64, in64, grid64, p);
    CHECK(out[p->n * p->os.n] == 77, "written behind the result");
    for (int32_t b = 0; b < p->n; b++)
        for (int32_t c = 0; c < p->c; c++)
            for (int32_t i = 0; i < p->oh * p->ow; i++) {
                const int32_t oy = i / p->ow, ox = i % p->ow;
                const float *at = grid + b * p->gs.n + oy * p->gs.h + ox * p->gs.w;
                const int32_t to = b * p->os.n + c * p->os.c + oy * p->os.h + ox * p->os.w;
                double sum = 0;

                for (int32_t y = 0; y < p->h; y++)
                    for (int32_t x = 0; x < p->w; x++)
                        sum += share(at[0], x, p->w, p) * share(at[p->gs.c], y, p->h, p) *
                               in64[b * p->is.n + c * p->is.c + y * p->is.h + x * p->is.w];
                CHECK(fabs(out[to] - sum) < 1e-4 && fabs(out64[to] - sum) < 1e-11,
                      "mode %d, padding %d, corners %d, %dx%d at %g, %g: %g, %g, not %g", p->mode,
                      p->padding, p->corners, p->h, p->w, at[0], at[p->gs.c], out[to], out64[to],
                      sum);
            }
}

int main(void)
{
    for (int round = 0; round < 3000; round++) {
        const pte_grid_sampler2d p = random_sampler();

        test(&p);
    }
    return unit_result("sampler");
}
