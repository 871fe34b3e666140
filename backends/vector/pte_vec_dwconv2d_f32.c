/* SPDX-License-Identifier: 0BSD
 * Depthwise 2-D convolution of floats: one filter for each channel, channels across the lanes. */
#include "pte_row.h"
#include "pte_vec_kernels.h"
#include "pte_window.h"

/* Neighbouring positions of a row, their taps that are inside the image. */
typedef struct dw_tile {
    const float *in, *weight, *bias, *add;
    float *out;
    ptrdiff_t in_row, in_step, weight_row, weight_step, out_step; /* from tap to tap */
    int32_t kh, kw, channels;
    float lo, hi;
} dw_tile;

#if PTE_LANES_F32 == 16
#define V    pte_v16
#define NAME dw16
#include "dwconv_f32.inc"
#endif
#if PTE_LANES_F32 >= 8
#define V    pte_v8
#define NAME dw8
#include "dwconv_f32.inc"
#endif
#if PTE_LANES_F32 == 4
#define V    pte_v4
#define NAME dw4
#include "dwconv_f32.inc"
#endif
#define V    pte_v1
#define NAME dw1
#include "dwconv_f32.inc"

/* All channels: as many as fit the widest vectors, the rest in narrower ones. */
#if PTE_LANES_F32 == 16
#define DW_RUN(shape) (dw16_##shape(t, &c), dw8_##shape(t, &c), dw1_##shape(t, &c))
#elif PTE_LANES_F32 == 8
#define DW_RUN(shape) (dw8_##shape(t, &c), dw1_##shape(t, &c))
#elif PTE_LANES_F32 == 4
#define DW_RUN(shape) (dw4_##shape(t, &c), dw1_##shape(t, &c))
#else
#define DW_RUN(shape) dw1_##shape(t, &c)
#endif

enum { DW_FOUR = 4 };

static void dw_run_four(const dw_tile *t, int32_t stride)
{
    int32_t c = 0;

    if (t->kw == 3 && stride == 1)
        DW_RUN(k3s1);
    else if (t->kw == 3)
        DW_RUN(k3s2);
    else if (stride == 1)
        DW_RUN(k5s1);
    else
        DW_RUN(k5s2);
}

static void dw_run_one(const dw_tile *t)
{
    int32_t c = 0;

    DW_RUN(any);
}

static int dw_has_four(const pte_conv2d *p)
{
    return (p->kw == 3 || p->kw == 5) && (p->sw == 1 || p->sw == 2) && p->dw == 1;
}

/* A row of the result; `t` has everything but the columns. */
static void dw_run_row(dw_tile t, const pte_conv2d *p)
{
    const pte_span inside = pte_interior(p->ow, p->sw, p->pw, p->kw, p->dw, p->w);
    const float *const row = t.in, *const weight = t.weight;

    for (int32_t x = 0, n; x < p->ow; x += n) {
        const int32_t x0 = x * p->sw - p->pw;
        const pte_span taps = pte_taps(x0, p->kw, p->dw, p->w);

        n = dw_has_four(p) && x >= inside.first && x + DW_FOUR <= inside.first + inside.count
                ? DW_FOUR
                : 1;
        t.kw = taps.count;
        t.in = row + (ptrdiff_t)(x0 + taps.first * p->dw) * p->is.w;
        t.weight = weight + taps.first * t.weight_step;
        if (n == DW_FOUR)
            dw_run_four(&t, p->sw);
        else
            dw_run_one(&t);
        t.out += n * t.out_step;
        t.add = t.add ? t.add + n * t.out_step : NULL;
    }
}

void pte_vec_dwconv2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                          const pte_f32 *bias, const pte_f32 *add, const pte_conv2d *p)
{
    dw_tile t = {.bias = bias, .channels = p->c, .lo = p->lo, .hi = p->hi, .out_step = p->os.w};

    t.in_row = (ptrdiff_t)p->dh * p->is.h;
    t.in_step = (ptrdiff_t)p->dw * p->is.w;
    t.weight_step = p->c;
    t.weight_row = (ptrdiff_t)p->kw * p->c;
    for (int32_t n = 0; n < p->n; n++)
        for (int32_t y = 0; y < p->oh; y++) {
            const int32_t y0 = y * p->sh - p->ph;
            const pte_span taps = pte_taps(y0, p->kh, p->dh, p->h);
            const ptrdiff_t first = (ptrdiff_t)n * p->os.n + (ptrdiff_t)y * p->os.h;

            t.kh = taps.count;
            t.in = in + (ptrdiff_t)n * p->is.n + (ptrdiff_t)(y0 + taps.first * p->dh) * p->is.h;
            t.weight = weight + taps.first * t.weight_row;
            t.out = out + first;
            t.add = add ? add + first : NULL;
            dw_run_row(t, p);
            if (p->gate.slope != 0)
                pte_row_gate(out + first, p->ow * p->c, &p->gate);
        }
}
