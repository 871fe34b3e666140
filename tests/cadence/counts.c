/* SPDX-License-Identifier: 0BSD
 * The calls of nnlib's functions for one picture, for two and for three, with a range for their
 * results: windows of which sizes.def has the bytes, products, rows and elements. A tenth of a
 * second. */
#include "counts.h"
#include "pte_xa_kernels.h"
#include "standin.h"

enum { PICTURES = 3, ALIGN = 16, MOST = 20000 }; /* elements of a picture, which takes its time */

static const Window windows[] = {
#define WINDOW(kind, planes, h, w, c, oc, oh, ow, kh, kw, sh, sw, ph, pw, dh, dw, bytes)           \
    {kind, planes, h, w, c, oc, oh, ow, kh, kw, sh, sw, ph, pw, dh, dw},
#include "sizes.def"
};

static pte_xa_window window_of(const Window *w, int32_t n)
{
    return (pte_xa_window){.n = n,
                           .c = w->c,
                           .h = w->h,
                           .w = w->w,
                           .oc = w->oc,
                           .oh = w->oh,
                           .ow = w->ow,
                           .kh = w->kh,
                           .kw = w->kw,
                           .sh = w->sh,
                           .sw = w->sw,
                           .ph = w->ph,
                           .pw = w->pw,
                           .dh = w->dh,
                           .dw = w->dw,
                           .planes = w->planes,
                           .room = room_of(w),
                           .lo = lowest,
                           .hi = highest};
}

static pte_strides4 layout_of(int planes, int32_t c, int32_t h, int32_t w)
{
    if (planes)
        return (pte_strides4){c * h * w, h * w, w, 1};
    return (pte_strides4){c * h * w, 1, w * c, c};
}

/* By the portable kernel. Weights: [oc][kh][kw][c], or of each channel's own filters [kh][kw][oc].
 */
static void convolve(Block out, Block in, Block weight, Block bias, const pte_xa_window *p,
                     int depthwise)
{
    const pte_conv2d whole = {.n = p->n,
                              .c = p->c,
                              .h = p->h,
                              .w = p->w,
                              .oc = p->oc,
                              .oh = p->oh,
                              .ow = p->ow,
                              .kh = p->kh,
                              .kw = p->kw,
                              .sh = p->sh,
                              .sw = p->sw,
                              .ph = p->ph,
                              .pw = p->pw,
                              .dh = p->dh,
                              .dw = p->dw,
                              .groups = depthwise ? p->c : 1,
                              .is = layout_of(0, p->c, p->h, p->w),
                              .ws = depthwise ? (pte_strides4){1, 0, p->kw * p->oc, p->oc}
                                              : layout_of(0, p->c, p->kh, p->kw),
                              .os = layout_of(0, p->oc, p->oh, p->ow),
                              .lo = p->lo,
                              .hi = p->hi};

    pte_conv2d_f32(out.at, in.at, weight.at, bias.at, &whole);
}

static int convolves_wrongly(const Window *w, const pte_xa_window *p)
{
    const int32_t outs = p->n * p->oh * p->ow * p->oc, filter = p->kh * p->kw * p->oc;
    const Block in = integers(p->n * p->h * p->w * p->c, ALIGN), bias = integers(p->oc, ALIGN);
    const Block weight = integers(w->kind == STD ? filter * p->c : filter, ALIGN);
    const Block out = results(outs, w->kind == STD ? ALIGN : sizeof(float));
    const Block want = results(outs, 1), scratch = block((size_t)p->room, ALIGN);
    const pte_status status = (w->kind == STD         ? pte_xa_conv2d_f32
                               : w->kind == DEPTHWISE ? pte_xa_dwconv2d_f32
                                                      : pte_xa_dwconv2d_f32_dilated)(
        out.at, scratch.at, in.at, weight.at, bias.at, p);

    convolve(want, in, weight, bias, p, w->kind != STD);
    return (status != PTE_OK) | differ(out, want) | ends_wrongly(in) | ends_wrongly(bias) |
           ends_wrongly(weight) | ends_wrongly(out) | ends_wrongly(want) | ends_wrongly(scratch);
}

static pte_pool2d pool_of(const pte_xa_window *p)
{
    return (pte_pool2d){.n = p->n,
                        .c = p->c,
                        .h = p->h,
                        .w = p->w,
                        .oh = p->oh,
                        .ow = p->ow,
                        .kh = p->kh,
                        .kw = p->kw,
                        .sh = p->sh,
                        .sw = p->sw,
                        .ph = p->ph,
                        .pw = p->pw,
                        .dh = 1,
                        .dw = 1,
                        .is = layout_of(p->planes, p->c, p->h, p->w),
                        .os = layout_of(p->planes, p->c, p->oh, p->ow),
                        .lo = p->lo,
                        .hi = p->hi};
}

static int pools_wrongly(const Window *w, const pte_xa_window *p)
{
    const int32_t outs = p->n * p->oh * p->ow * p->c;
    const Block in = integers(p->n * p->h * p->w * p->c, sizeof(float));
    const Block out = results(outs, sizeof(float)), want = results(outs, 1);
    const Block scratch = block((size_t)p->room, ALIGN);
    const pte_status status = (w->kind == MAX ? pte_xa_max_pool2d_f32 : pte_xa_avg_pool2d_f32)(
        out.at, scratch.at, in.at, p);
    const pte_pool2d pool = pool_of(p);

    if (w->kind == MAX)
        pte_max_pool2d_f32(want.at, NULL, in.at, &pool);
    else
        pte_avg_pool2d_f32(want.at, in.at, &pool);
    return (status != PTE_OK) | differ(out, want) | ends_wrongly(in) | ends_wrongly(out) |
           ends_wrongly(want) | ends_wrongly(scratch);
}

/* No byte lies in the range, so that each result has to be brought there. */
static int pools_bytes_wrongly(const pte_xa_window *p)
{
    static const int32_t q[] = {-10, 10};
    const int32_t ins = p->n * p->h * p->w * p->c, outs = p->n * p->oh * p->ow * p->c;
    const Block in = block((size_t)ins, 1), out = block((size_t)outs, 1);
    const Block want = block((size_t)outs, 1), scratch = block((size_t)p->room, ALIGN);
    const pte_pool2d pool = pool_of(p);

    for (int32_t i = 0; i < ins; i++)
        ((int8_t *)in.at)[i] = (int8_t)(i * 37 % 5 < 2 ? 11 + i % 100 : -11 - i % 100);
    const pte_status status = pte_xa_max_pool2d_s8(out.at, scratch.at, in.at, q, p);
    pte_max_pool2d_s8(want.at, NULL, in.at, q, &pool);
    const int failed = status != PTE_OK || memcmp(out.at, want.at, (size_t)outs) != 0;
    return failed | ends_wrongly(in) | ends_wrongly(out) | ends_wrongly(want) |
           ends_wrongly(scratch);
}

/* Pictures whose size keeps the later ones from being aligned are alone, as the compiler has them.
 */
static int can_follow(const Window *w)
{
    const int32_t bytes = (int32_t)sizeof(float);

    return w->kind >= MAX || (w->h * w->w * w->c * bytes % ALIGN == 0 &&
                              (w->kind != STD || w->oh * w->ow * w->oc * bytes % ALIGN == 0));
}

static void test_windows(void)
{
    int calls[AVG + 1] = {0}; /* for several pictures */

    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        const Window *w = &windows[i];

        if (w->h * w->w * w->c > MOST || w->oh * w->ow * w->oc > MOST)
            continue;
        for (int32_t n = 1; n <= (can_follow(w) ? PICTURES : 1); n++) {
            const pte_xa_window p = window_of(w, n);
            const int wrong = w->kind == MAX_8 ? pools_bytes_wrongly(&p)
                              : w->kind < MAX  ? convolves_wrongly(w, &p)
                                               : pools_wrongly(w, &p);

            CHECK(!wrong, "%d pictures by line %d of sizes.def", n, (int)i + 3);
            calls[w->kind] += n > 1;
        }
    }
    for (int kind = STD; kind <= AVG; kind++)
        CHECK(calls[kind] >= 4, "%d calls of kind %d for several pictures", calls[kind], kind);
}

static int pixels_are_wrong(int32_t n)
{
    const pte_xa_window p = {.n = n,
                             .c = 3,
                             .h = 2,
                             .w = 3,
                             .oc = 5,
                             .oh = 2,
                             .ow = 3,
                             .kh = 1,
                             .kw = 1,
                             .sh = 1,
                             .sw = 1,
                             .dh = 1,
                             .dw = 1,
                             .lo = lowest,
                             .hi = highest};
    const Block in = integers(n * 18, 1), weight = integers(15, 1), bias = integers(5, 1);
    const Block out = results(n * 30, 1), want = results(n * 30, 1);
    const pte_status status = pte_xa_conv2d_f32_1x1(out.at, in.at, weight.at, bias.at, &p);

    convolve(want, in, weight, bias, &p, 0);
    return (status != PTE_OK) | differ(out, want) | ends_wrongly(in) | ends_wrongly(weight) |
           ends_wrongly(bias) | ends_wrongly(out) | ends_wrongly(want);
}

static int products_are_wrong(int32_t n)
{
    enum { ROWS = 3, DEPTH = 4, COLUMNS = 5 };
    const pte_gemm p = {.batch = n,
                        .m = ROWS,
                        .n = COLUMNS,
                        .k = DEPTH,
                        .as = {ROWS * DEPTH, DEPTH, 1},
                        .bs = {DEPTH * COLUMNS, 1, DEPTH},
                        .cs = {0, 0, 1},
                        .os = {ROWS * COLUMNS, COLUMNS, 1},
                        .alpha = 1,
                        .beta = 1,
                        .lo = lowest,
                        .hi = highest};
    const Block a = integers(n * ROWS * DEPTH, 1), b = integers(n * DEPTH * COLUMNS, 1);
    const Block c = integers(COLUMNS, 1), out = results(n * ROWS * COLUMNS, 1);
    const Block want = results(n * ROWS * COLUMNS, 1);
    const pte_status status = pte_xa_gemm_f32(out.at, a.at, b.at, c.at, &p);

    pte_gemm_f32(want.at, a.at, b.at, c.at, &p);
    return (status != PTE_OK) | differ(out, want) | ends_wrongly(a) | ends_wrongly(b) |
           ends_wrongly(c) | ends_wrongly(out) | ends_wrongly(want);
}

static int rows_are_wrong(int32_t n)
{
    const pte_softmax p = {.outer = n, .n = 5, .inner = 1};
    const Block in = integers(n * 5, 1), out = results(n * 5, 1), want = results(n * 5, 1);
    const pte_status status = pte_xa_softmax_f32(out.at, in.at, &p);

    pte_softmax_f32(want.at, in.at, &p);
    return (status != PTE_OK) | differ(out, want) | ends_wrongly(in) | ends_wrongly(out) |
           ends_wrongly(want);
}

static pte_status (*const of_one[])(pte_f32 *, const pte_f32 *, const pte_xa_map *) = {
    pte_xa_clamp_f32, pte_xa_sigmoid_f32, pte_xa_tanh_f32,   pte_xa_abs_f32, pte_xa_neg_f32,
    pte_xa_floor_f32, pte_xa_ceil_f32,    pte_xa_rint_f32,   pte_xa_sin_f32, pte_xa_cos_f32,
    pte_xa_sqrt_f32,  pte_xa_rsqrt_f32,   pte_xa_square_f32, pte_xa_log_f32};
static pte_status (*const of_two[])(pte_f32 *, const pte_f32 *, const pte_f32 *,
                                    const pte_xa_map *) = {pte_xa_add_f32, pte_xa_sub_f32,
                                                           pte_xa_mul_f32, pte_xa_div_f32};

/* Each element has a result; what it is, programs tell. */
static int elements_are_wrong(int32_t n)
{
    const pte_xa_map p = {.n = n, .lo = lowest, .hi = highest};
    int failed = 0;

    for (size_t i = 0; i < sizeof of_one / sizeof *of_one; i++) {
        const Block in = integers(n, 1), out = results(n, 1);

        failed |= of_one[i](out.at, in.at, &p) != PTE_OK || is_untouched(out);
        failed |= ends_wrongly(in) | ends_wrongly(out);
    }
    for (size_t i = 0; i < sizeof of_two / sizeof *of_two; i++) {
        const Block a = integers(n, 1), b = integers(n, 1), out = results(n, 1);

        failed |= of_two[i](out.at, a.at, b.at, &p) != PTE_OK;
        for (int32_t k = 0; k < n; k++)
            failed |= !(((float *)out.at)[k] >= lowest && ((float *)out.at)[k] <= highest);
        failed |= ends_wrongly(a) | ends_wrongly(b) | ends_wrongly(out);
    }
    return failed;
}

int main(void)
{
    test_windows();
    for (int32_t n = 1; n <= PICTURES; n++) {
        const int wrong = pixels_are_wrong(n) | 2 * products_are_wrong(n) | 4 * rows_are_wrong(n) |
                          8 * elements_are_wrong(n);

        CHECK(!wrong, "%d pictures, products, rows or elements: %d", n, wrong);
    }
    return unit_result("counts of nnlib");
}
