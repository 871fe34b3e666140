/* SPDX-License-Identifier: 0BSD
 * The vector kernels against sums in double: every number of rows and columns up to two tiles, and
 * convolutions of random shapes. Their weights are packed by the compiler's own pass.
 * usage: floats [NUMBER-OF-SHAPES]      exit 77: this processor has not the instructions */
#include "backends/vector/compiler/pack.h"
#include "can_run.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "pte_vec_winograd.h"

#include "edge.h"
#include "groups.h"
#include "shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static float *numbers(int64_t n)
{
    float *p = NEW(float, n);
    for (int64_t i = 0; i < n; i++)
        p[i] = (float)below(20001) / 10000 - 1;
    return p;
}

typedef struct Case {
    pte_conv2d p;
    int depthwise, planes, added, winograd, grouped;
    const float *in, *weight, *bias, *add; /* as the file has them */
    const double *by_tap;                  /* the weights with the filters last */
} Case;

static Value *constant(Graph *g, const float *data, int rank, const int64_t *dim)
{
    return data ? value_const(g, F32, rank, dim, data) : NULL;
}

static Step *step_of(Graph *g, const Case *c)
{
    const pte_conv2d *p = &c->p;
    Step *s = step_of_shape(g, p, F32);
    s->in[CONV_WEIGHT] =
        constant(g, c->weight, 4, (int64_t[]){p->oc, p->c / p->groups, p->kh, p->kw});
    s->in[CONV_BIAS] = constant(g, c->bias, 1, (int64_t[]){p->oc});
    return s;
}

static const float *data_of(const Value *v)
{
    return v ? const_data(v) : NULL;
}

enum { FILTERS = 2 }; /* whose sums are formed at once: doubles in a vector of any machine */

typedef double Lanes __attribute__((vector_size(8 * FILTERS), aligned(8)));
typedef int64_t Bits __attribute__((vector_size(8 * FILTERS)));

typedef struct Sums {
    Lanes sum, size;
} Sums;

/* Sums of the products, and of their magnitudes, for filters from `oc` on: those after the group's
 * last one mean nothing. */
static void add_products(const Case *c, int n, int oc, int y, int x, Sums *sums)
{
    const pte_conv2d *p = &c->p;
    const int channels = p->c / p->groups, first = oc / (p->oc / p->groups) * channels;
    Sums own = {0}; /* in registers */
    const float *in = c->in + (int64_t)n * p->is.n + first * p->is.c;
    const int row = p->oc + FILTERS, pitch = p->kh * p->kw * row;
    for (int ky = 0; ky < p->kh; ky++)
        for (int kx = 0; kx < p->kw; kx++) {
            const int iy = y * p->sh - p->ph + ky * p->dh, ix = x * p->sw - p->pw + kx * p->dw;
            if (iy < 0 || iy >= p->h || ix < 0 || ix >= p->w)
                continue;
            const float *pixel = in + iy * p->is.h + ix * p->is.w;
            const double *b = c->by_tap + (ky * p->kw + kx) * row + oc;
            for (int ic = 0; ic < channels; ic++, pixel += p->is.c, b += pitch) {
                const Lanes product = (double)*pixel * *(const Lanes *)b;
                own.sum += product;
                own.size += (Lanes)((Bits)product & INT64_MAX); /* without the sign */
            }
        }
    *sums = own;
}

/* The weights, filter beside filter, and none behind them. */
static double *with_filters_last(const Case *c)
{
    const pte_conv2d *p = &c->p;
    const int taps = p->c / p->groups * p->kh * p->kw, row = p->oc + FILTERS, all = taps * row;
    double *by_tap = NEW(double, all);
    for (int tap = 0; tap < taps; tap++)
        for (int oc = 0; oc < p->oc; oc++)
            by_tap[tap * row + oc] = (double)c->weight[oc * taps + tap];
    return by_tap;
}

/* Sum of the weights' magnitudes, each times the largest pixel in its channel that may be in a
 * block with the result: what Winograd's rounding goes by, which also grows with the number of
 * terms of a sum. */
static double size_around(const Case *c, int n, int oc, int y, int x)
{
    const pte_conv2d *p = &c->p;
    double size = 0;
    for (int ic = 0; ic < p->c; ic++) {
        double largest = 0, weights = 0;
        for (int iy = y - p->ph - 3; iy <= y - p->ph + 5; iy++)
            for (int ix = x - p->pw - 3; ix <= x - p->pw + 5; ix++)
                if (iy >= 0 && iy < p->h && ix >= 0 && ix < p->w)
                    largest = fmax(largest, fabs((double)c->in[(int64_t)n * p->is.n + ic * p->is.c +
                                                               iy * p->is.h + ix * p->is.w]));
        for (int tap = 0; tap < 9; tap++)
            weights += fabs((double)c->weight[(oc * p->c + ic) * 9 + tap]);
        size += weights * largest;
    }
    return size;
}

enum { UNWRITTEN = 77 };

static float *unwritten(int64_t n)
{
    float *out = NEW(float, n);
    for (int64_t i = 0; i < n; i++)
        out[i] = UNWRITTEN;
    return out;
}

static bool is_gap(const Case *c, int32_t i)
{
    return i % c->p.os.w >= c->p.oc;
}

static int compare_result(const Case *c, const float *out, int n, int oc, int y, int x, double sum,
                          double size)
{
    const pte_conv2d *p = &c->p;
    const int at = n * p->os.n + oc + y * p->os.h + x * p->os.w;
    double want = sum + (double)(c->bias ? c->bias[oc] : 0) + (double)(c->add ? c->add[at] : 0);
    want = fmin(fmax(want, (double)p->lo), (double)p->hi);
    if (p->gate.slope != 0)
        want *= fmin(fmax(want / 6 + 0.5, 0), 1);
    double error = fabs((double)out[at] - want);
    if (c->winograd && error > 1e-6 * size)
        size = (size + size_around(c, n, oc, y, x)) * fmax(1, p->c / 100.);
    if (error <= 1e-6 * size)
        return 0;
    printf("FAILED: %g instead of %g at [%d, %d, %d, %d]\n", (double)out[at], want, n, oc, y, x);
    return 1;
}

static int compare_position(const Case *c, const float *out, int n, int y, int x)
{
    const int filters = c->p.oc / c->p.groups;
    for (int oc = 0, count; oc < c->p.oc; oc += count) {
        const int left = filters - oc % filters;
        Sums sums;
        count = left < FILTERS ? left : FILTERS;
        add_products(c, n, oc, y, x, &sums);
        for (int f = 0; f < count; f++)
            if (compare_result(c, out, n, oc + f, y, x, sums.sum[f], 4 + sums.size[f]))
                return 1;
    }
    return 0;
}

static int compare(const Case *c, const float *out)
{
    const pte_conv2d *p = &c->p;
    for (int32_t i = 0; i < p->n * p->os.n; i++)
        if (is_gap(c, i) && out[i] != (float)UNWRITTEN) {
            printf("FAILED: %g between two results, at %d\n", (double)out[i], i);
            return 1;
        }
    for (int n = 0; n < p->n; n++)
        for (int y = 0; y < p->oh; y++)
            for (int x = 0; x < p->ow; x++)
                if (compare_position(c, out, n, y, x))
                    return 1;
    return 0;
}

/* Rows of the result; columns, if it has one row. */
static int32_t rows_of(const Case *c)
{
    return c->p.oh == 1 ? c->p.ow : c->p.oh;
}

/* What a kernel reads on its stack without having set it is 0 in one call and large in the next. */
__attribute__((noinline)) static void fill_stack(void)
{
    static unsigned char byte = 0xFF;
    unsigned char room[1 << 17];
    memset(room, byte = (unsigned char)~byte, sizeof room);
    __asm__ volatile("" : : "r"(room) : "memory");
}

static void compute(const Case *c, const Step *s, float *out, int32_t first, int32_t rows)
{
    fill_stack();
    pte_conv2d p = c->p;
    const ptrdiff_t at = (ptrdiff_t)first * (p.oh == 1 ? p.os.w : p.os.h);
    const float *in = c->in;
    if (p.h == 1 && p.oh == 1 && p.kh == 1 && p.kw == 1 && p.ow == p.w) { /* positions */
        in += (ptrdiff_t)first * p.is.w;
        p.w = p.ow = rows;
    } else if (p.oh == 1) {
        p.ow = rows;
        p.pw -= first * p.sw;
    } else {
        p.oh = rows;
        p.ph -= first * p.sh;
    }
    (c->winograd    ? pte_vec_winograd_f32
     : c->depthwise ? pte_vec_dwconv2d_f32
     : c->grouped   ? pte_vec_grouped2d_f32
                    : pte_vec_conv2d_f32)(out + at, in, data_of(s->in[CONV_WEIGHT]),
                                        data_of(s->in[CONV_BIAS]), c->add ? c->add + at : NULL, &p);
}

static int compare_bits(const Case *c, const float *got, const float *want, const char *how)
{
    for (int32_t i = 0; i < c->p.n * c->p.os.n; i++)
        if (!is_gap(c, i) && got[i] != want[i]) {
            printf("FAILED: %g instead of %g at %d, %s\n", (double)got[i], (double)want[i], i, how);
            return 1;
        }
    return 0;
}

/* Threads compute rows in portions: those have the same bits. */
static int compare_portions(const Case *c, const Step *s, const float *out)
{
    const int32_t outs = c->p.n * c->p.os.n, rows = rows_of(c);
    const int32_t upper = rows > 1 ? 1 + below(rows - 1) : 0;
    float *portions = unwritten(outs);
    compute(c, s, portions, 0, upper);
    compute(c, s, portions, upper, rows - upper);
    return compare_bits(c, portions, out, fmt_text("in portions of %d rows and the others", upper));
}

/* What is added may lie where the result comes. */
static int compare_in_place(const Case *c, const Step *s, const float *out)
{
    const int32_t outs = c->p.n * c->p.os.n;
    Case own = *c;
    float *place = NEW(float, outs);
    for (int32_t i = 0; i < outs; i++)
        place[i] = c->add[i];
    own.add = place;
    compute(&own, s, place, 0, rows_of(c));
    return compare_bits(c, place, out, "added in place");
}

static int run(Case *c)
{
    pte_conv2d *p = &c->p;
    space_results(p);
    space_rows(p, c->planes);
    const int64_t outs = (int64_t)p->n * p->os.n;
    float *in = numbers((int64_t)p->n * p->is.n);
    for (int i = p->is.n > 0 ? below(3) : 0; i > 0; i--) /* some stand out */
        in[below(p->is.n)] *= 1000;
    const size_t in_bytes = (size_t)(p->n * p->is.n) * sizeof *in;
    const size_t out_bytes = (size_t)outs * sizeof(float);
    c->in = in = edge_copy(in, in_bytes);
    c->weight = numbers((int64_t)p->oc * (p->c / p->groups) * p->kh * p->kw);
    c->by_tap = with_filters_last(c);
    c->bias = below(4) ? numbers(p->oc) : NULL;
    c->add = c->added ? numbers(outs) : NULL;
    p->lo = -4;
    p->hi = 2;
    p->gate = (pte_gate){.slope = below(3) ? 0 : 1.0f / 6, .offset = 0.5f, .lo = 0, .hi = 1};
    Graph g = {0};
    Step *s = step_of(&g, c);
    float *out = edge_copy(unwritten(outs), out_bytes);
    (c->winograd    ? pack_winograd
     : c->depthwise ? pack_depthwise
     : c->grouped   ? pack_grouped
                    : pack_conv)(&g, s);
    compute(c, s, out, 0, rows_of(c));
    int failed =
        compare(c, out) || compare_portions(c, s, out) || (c->add && compare_in_place(c, s, out));
    if (failed) {
        printf("  added %d, winograd %d, grouped %d, ", c->added, c->winograd, c->grouped);
        print_shape(p, c->depthwise, c->planes);
    }
    edge_free(in, in_bytes);
    edge_free(out, out_bytes);
    free_all();
    return failed;
}

/* Every tail: 1x1, so many positions (also none) and filters, which an odd step meets with every
 * remainder by a power of two. */
static int run_tails(int step)
{
    int failed = 0;
    for (int rows = 0; rows <= 17; rows++)
        for (int columns = 1; columns <= 97; columns += step) {
            Case c = {.p = shape_of_product(rows, columns, 1 + below(5)), .added = below(2)};
            lay_out(&c.p, 0, 0);
            failed += run(&c);
        }
    return failed;
}

/* Sums in several parts, of a signal's windows, and of rows so far apart that they may be copied,
 * so many at a time. */
static int run_long(int step)
{
    static const int rows[] = {1, 2, 13, 63, 64, 65, 131}, depth[] = {256, 1024, 640};
    static const int window[] = {1, 1, 2};
    int failed = 0;
    for (int taps = 250; taps <= 256; taps += 3)
        for (int positions = 2; positions <= 20; positions += 3) {
            Case c = {.p = shape_of_product(1, 16 + below(5), 1)};
            c.p.kh = taps;
            c.p.sh = 1 + below(3);
            c.p.oh = positions;
            c.p.h = (positions - 1) * c.p.sh + taps;
            lay_out(&c.p, 0, 0);
            failed += run(&c);
        }
    for (int i = 0; i < 7; i += step)
        for (int columns = 1; columns <= 97; columns += 16 * step)
            for (int k = 0; k < 3; k++) {
                Case c = {.p = shape_of_product(rows[i], columns, depth[k]), .added = below(2)};
                c.p.kw = window[k];
                c.p.w += window[k] - 1;
                lay_out(&c.p, 0, 0);
                failed += run(&c);
            }
    return failed;
}

/* Every tail of blocks of the image, of channels and filters, with any padding; an odd step meets
 * every remainder by a power of two. */
static int run_winograd(int step)
{
    int failed = 0;
    for (int k = 1; k <= 97; k += step)
        for (int size = 1; size <= 11; size++) {
            Case c = {.winograd = 1, .added = below(2)};
            c.p = shape_of_product(1, k, size == 11 ? 90 + below(200) : 98 - k);
            c.p.n = 1 + below(2);
            c.p.kh = c.p.kw = 3;
            c.p.ph = below(3), c.p.pw = below(3);
            c.p.oh = size, c.p.ow = 1 + below(size == 11 ? 24 : 11);
            c.p.h = size + 2 - 2 * c.p.ph > 0 ? size + 2 - 2 * c.p.ph : 1;
            c.p.w = c.p.ow + 2 - 2 * c.p.pw > 0 ? c.p.ow + 2 - 2 * c.p.pw : 1;
            lay_out(&c.p, below(3) ? 0 : 5, 0);
            failed += run(&c);
        }
    return failed;
}

/* Depthwise windows whose kernels copy rows, or share them between results: every width up to two
 * copied parts and a tail, with any padding, of rows that stay near and of more. */
static int run_depthwise(int step)
{
    int failed = 0;
    for (int k = 3; k <= 5; k += 2)
        for (int stride = 1; stride <= 2; stride++)
            for (int columns = 1; columns <= 36; columns += step) {
                Case c = {.depthwise = 1, .added = below(2)};
                c.p = shape_of_product(1, 1 + below(70), 1);
                c.p.n = 1 + below(2);
                c.p.groups = c.p.c = c.p.oc;
                c.p.kh = c.p.kw = k;
                c.p.sh = c.p.sw = stride;
                c.p.ph = below(k), c.p.pw = below(k);
                c.p.oh = 1 + below(below(4) ? 8 : 40), c.p.ow = columns;
                c.p.h = (c.p.oh - 1) * stride + k - 2 * c.p.ph;
                c.p.w = (columns - 1) * stride + k - 2 * c.p.pw;
                c.p.h = c.p.h > 0 ? c.p.h : 1;
                c.p.w = c.p.w > 0 ? c.p.w : 1;
                lay_out(&c.p, below(3) ? 0 : 5, 0);
                failed += run(&c);
            }
    return failed;
}

/* Pictures whose channels lie one behind the other, also as if of one channel: few filters, whose
 * positions are across the lanes, and more of them; rows about as wide as vectors, and so wide that
 * they are computed in portions. */
static int run_planes(int step)
{
    static const int widths[] = {1, 12, 15, 16, 17, 31, 33, 48, 65, 98, 150, 240};
    int failed = 0;
    for (int i = 0; i < 96; i += step) {
        pte_conv2d p = {.n = 1 + below(2), .groups = 1 + below(2)};
        p.c = p.groups * (1 + i / 12 % 4);
        p.oc = p.groups * (1 + below(i % 3 ? 17 : 50));
        p.kh = 1 + below(5), p.kw = 1 + below(6);
        p.sh = 1 + below(2), p.sw = 1 + below(3);
        p.ph = below(p.kh), p.pw = below(p.kw);
        p.dh = 1 + (below(4) == 0), p.dw = 1 + (below(4) == 0);
        p.h = p.dh * (p.kh - 1) + 1 + below(5);
        p.w = p.dw * (p.kw - 1) + widths[i % 12];
        p.oh = outputs(p.h, p.kh, p.sh, p.ph, p.dh);
        p.ow = outputs(p.w, p.kw, p.sw, p.pw, p.dw);
        lay_out(&p, 0, 1);
        Case c = {.p = p, .planes = 1, .added = below(4) == 0};
        failed += run(&c);
    }
    return failed;
}

/* As many taps as kernels have room for, depthwise and of one group; a picture of channels that lie
 * one behind the other, whose taps of all channels are so many. */
static int run_most(void)
{
    int failed = 0;
    for (int kw = 4; kw <= PTE_VEC_TAPS; kw *= 4)
        for (int k = 0; k < 3; k++) {
            pte_conv2d p = {.n = 1, .sh = 1, .sw = 1, .dh = 1, .dw = 1};
            p.c = k == 0 ? 20 : 4;
            p.oc = 20;
            p.groups = k == 0 ? p.c : 1;
            p.kw = k == 2 ? kw / 4 : kw, p.kh = PTE_VEC_TAPS / kw;
            p.h = p.kh + 1, p.w = p.kw + 19;
            p.oh = 2, p.ow = 20;
            lay_out(&p, 0, k == 2);
            Case c = {.p = p, .depthwise = k == 0, .planes = k == 2};
            failed += run(&c);
        }
    return failed;
}

static int run_grouped(void)
{
    Case c = {.p = shape_of_groups(16), .grouped = 1, .added = below(2)};
    return run(&c);
}

/* One position, of which a thread may have none. */
static int run_alone(void)
{
    int failed = 0;
    for (int k = 0; k < 3; k++) {
        pte_conv2d p = k == 2 ? shape_of_groups(16) : random_shape(k);
        p.ph = p.pw = 0;
        p.h = p.dh * (p.kh - 1) + 1;
        p.w = p.dw * (p.kw - 1) + 1;
        p.oh = p.ow = 1;
        lay_out(&p, 0, 0);
        Case c = {.p = p, .depthwise = k == 1, .grouped = k == 2};
        failed += run(&c);
    }
    return failed;
}

static int run_random(void)
{
    Case c = {.depthwise = below(3) == 0, .added = below(2)};
    c.p = random_shape(c.depthwise);
    c.planes = random_layout(&c.p, c.depthwise, below(3) ? 0 : 5);
    return run(&c);
}

static int tests(int argc, char **argv)
{
    const int shapes = argc > 1 ? atoi(argv[1]) : 2000;
    const int step = shapes < 100 ? 5 : 1; /* where an emulator takes long for a vector */
    int failed = run_tails(3 * step - 2) + run_long(step) +
                 run_winograd(shapes < 1000 ? 9 * step : 1) + run_depthwise(step) +
                 run_planes(step) + run_most() + run_alone();
    for (int i = 0; i < shapes && failed < 10; i++)
        failed += run_random();
    for (int i = 0; i < (shapes < 150 ? 15 : shapes / 10) && failed < 10; i++)
        failed += run_grouped();
    return failed > 0;
}
