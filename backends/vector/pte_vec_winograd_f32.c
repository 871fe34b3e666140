/* SPDX-License-Identifier: 0BSD
 * 3x3 convolution of floats with 36 products for 16 results instead of 144: F(4x4, 3x3) of
 * A. Lavin, S. Gray, "Fast Algorithms for Convolutional Neural Networks", arXiv:1509.09308. Blocks
 * of 4x4 results, and the 6x6 pixels that they need, become 36 points; for each of them, blocks by
 * channels times channels by filters is a matrix product. The matrices B, G and A are those of
 * interpolation at 0, -5/8, 5/8, -3/2, 3/2 and infinity, where less is rounded than at whole
 * numbers. Where blocks begin depends on the rows and columns of the input only, so that portions
 * of a result have the bits of the whole. */
#include "pte_dispatch.h"
#include "pte_row.h"
#include "pte_tile_f32.h"
#include "pte_vec_winograd.h"
#include "pte_window.h"

#define NEAR 0.625f
#define FAR  1.5f

enum {
    WINOGRAD_RESULTS = PTE_WINOGRAD_RESULTS,
    WINOGRAD_PIXELS = PTE_WINOGRAD_PIXELS,
    WINOGRAD_POINTS = WINOGRAD_PIXELS * WINOGRAD_PIXELS,
    WINOGRAD_BLOCKS = 16, /* that are computed at a time, at most: whole tiles */
    /* Room on the stack for numbers of these blocks at one point, and for their sums with the
     * filters of a panel: all blocks of 192 channels, or half of them. The weights come from far
     * away, once for as many blocks as there is room for. */
    WINOGRAD_NUMBERS = PTE_LANES_F32 == 16 ? 3072 : 1536,
    WINOGRAD_SUMS = WINOGRAD_NUMBERS / 4,
    WINOGRAD_APART = 16, /* elements, lest points share lines of a cache */
    WINOGRAD_PLANE = WINOGRAD_NUMBERS + WINOGRAD_APART,
};

/* One image. */
typedef struct winograd {
    const pte_conv2d *p;
    const float *in, *weight, *zeros, *bias, *add;
    float *out;
    int32_t top, left;    /* where blocks begin in the input */
    int32_t down, across; /* blocks */
    int32_t depth;        /* channels, in whole vectors */
    float *points, *sums; /* [point][block][channel], [point][block][filter] */
} winograd;

/* The corner of a block in the input. */
typedef struct winograd_block {
    int32_t y, x;
} winograd_block;

/* The last place at or before x where blocks begin: at the edge of an image with padding of one. */
static int32_t winograd_begin(int32_t x)
{
    return x - ((x + 1) & (WINOGRAD_RESULTS - 1));
}

PTE_INLINE pte_wide winograd_mac(float factor, pte_wide a, pte_wide b)
{
    return PTE_WIDE(mac)(PTE_WIDE(splat)(factor), a, b);
}

/* -- from pixels to points -- */

/* B^T times a column. */
PTE_INLINE void winograd_spread(pte_wide to[WINOGRAD_PIXELS], pte_wide d0, pte_wide d1, pte_wide d2,
                                pte_wide d3, pte_wide d4, pte_wide d5)
{
    const float product = NEAR * NEAR * FAR * FAR, sum = NEAR * NEAR + FAR * FAR;
    const pte_wide near_even = winograd_mac(-FAR * FAR, d2, d4);
    const pte_wide near_odd = winograd_mac(-FAR * FAR, d1, d3);
    const pte_wide far_even = winograd_mac(-NEAR * NEAR, d2, d4);
    const pte_wide far_odd = winograd_mac(-NEAR * NEAR, d1, d3);

    to[0] = winograd_mac(product, d0, winograd_mac(-sum, d2, d4));
    to[1] = winograd_mac(NEAR, near_odd, near_even);
    to[2] = winograd_mac(-NEAR, near_odd, near_even);
    to[3] = winograd_mac(FAR, far_odd, far_even);
    to[4] = winograd_mac(-FAR, far_odd, far_even);
    to[5] = winograd_mac(product, d1, winograd_mac(-sum, d3, d5));
}

/* All columns of what LOAD(row, column) reads, joined or spread; then row i of that. */
#define COLUMN(OF, j)                                                                              \
    OF(column[j], LOAD(0, j), LOAD(1, j), LOAD(2, j), LOAD(3, j), LOAD(4, j), LOAD(5, j));
#define COLUMNS(OF)                                                                                \
    COLUMN(OF, 0) COLUMN(OF, 1) COLUMN(OF, 2) COLUMN(OF, 3) COLUMN(OF, 4) COLUMN(OF, 5)
#define OF_ROW(i) column[0][i], column[1][i], column[2][i], column[3][i], column[4][i], column[5][i]

static void winograd_points(const winograd *c, winograd_block b, float *to)
{
    const pte_conv2d *const p = c->p;
    const ptrdiff_t corner = (ptrdiff_t)b.y * p->is.h + (ptrdiff_t)b.x * p->is.w;
    const int within =
        b.y >= 0 && b.y + WINOGRAD_PIXELS <= p->h && b.x >= 0 && b.x + WINOGRAD_PIXELS <= p->w;
    const float *in[WINOGRAD_POINTS];

    for (int32_t i = 0; i < WINOGRAD_POINTS; i++) {
        const int32_t down = i / WINOGRAD_PIXELS, across = i % WINOGRAD_PIXELS;
        const int32_t y = b.y + down, x = b.x + across;
        const int inside = within || (y >= 0 && y < p->h && x >= 0 && x < p->w);

        in[i] = inside ? c->in + (corner + down * p->is.h + across * p->is.w) : c->zeros;
    }
#define LOAD(i, j) pte_row_load(in[WINOGRAD_PIXELS * (i) + (j)] + k, p->c - k, 0)
#define ROW(i)                                                                                     \
    winograd_spread(row, OF_ROW(i));                                                               \
    for (int j = 0; j < WINOGRAD_PIXELS; j++)                                                      \
        PTE_WIDE(store)(to + (WINOGRAD_PIXELS * (i) + j) * WINOGRAD_PLANE + k, row[j]);
    for (int32_t k = 0; k < p->c; k += PTE_LANES_F32) {
        pte_wide column[WINOGRAD_PIXELS][WINOGRAD_PIXELS], row[WINOGRAD_PIXELS];

        COLUMNS(winograd_spread)
        ROW(0) ROW(1) ROW(2) ROW(3) ROW(4) ROW(5)
    }
#undef LOAD
#undef ROW
}

/* The sums of `blocks` blocks for a panel, from point to point. */
static void winograd_multiply(const winograd *c, const float *panel, int32_t width, int32_t blocks)
{
    static const float zeros[PTE_PANEL] = {0};
    const int32_t channels = c->p->c, size = channels * width;
    const int32_t tiles = (blocks + PTE_TILE_ROWS - 1) / PTE_TILE_ROWS;
    const float *a[WINOGRAD_BLOCKS];
    ptrdiff_t at;
    pte_tile_f32 t = {.offset = &at,
                      .bias = zeros,
                      .panel_row = width,
                      .ahead_step = (width + tiles - 1) / tiles,
                      .out_row = width,
                      .taps = 1,
                      .k = channels,
                      .lo = PTE_NEG_INF,
                      .hi = PTE_INF};

    for (int32_t i = 0; i < blocks; i++)
        a[i] = c->points + (ptrdiff_t)i * c->depth;
    for (int32_t point = 0; point < WINOGRAD_POINTS; point++, panel += size) {
        float *const sums = c->sums + point * WINOGRAD_SUMS;

        at = (ptrdiff_t)point * WINOGRAD_PLANE;
        t.ahead = panel + size;
        for (int32_t first = 0; first < width; first += t.columns) {
            t.columns = pte_tile_columns_f32(width - first, width - first, 0);
            t.panel = panel + first;
            for (int32_t done = 0, rows; done < blocks; done += rows * t.tiles) {
                rows = pte_tile_rows(blocks - done);
                t.a_tile = rows;
                t.tiles = (blocks - done) % rows == 0 ? (blocks - done) / rows : 1;
                t.a = a + done;
                t.out = sums + done * width + first;
                pte_tile_run_f32(&t, rows);
                t.ahead += t.tiles * channels * t.ahead_step;
            }
        }
    }
}

/* -- from points to results -- */

/* A^T times a column. */
PTE_INLINE void winograd_join(pte_wide to[WINOGRAD_RESULTS], pte_wide m0, pte_wide m1, pte_wide m2,
                              pte_wide m3, pte_wide m4, pte_wide m5)
{
    const pte_wide near_even = m1 + m2, near_odd = m1 - m2;
    const pte_wide far_even = m3 + m4, far_odd = m3 - m4;

    to[0] = m0 + near_even + far_even;
    to[1] = winograd_mac(NEAR, near_odd, PTE_WIDE(splat)(FAR) * far_odd);
    to[2] = winograd_mac(NEAR * NEAR, near_even, PTE_WIDE(splat)(FAR * FAR) * far_even);
    to[3] = winograd_mac(NEAR * NEAR * NEAR, near_odd, winograd_mac(FAR * FAR * FAR, far_odd, m5));
}

/* Vector v of n results at position (y, x), of filters oc and on; nothing outside the image. */
PTE_INLINE void winograd_result(const winograd *c, int32_t y, int32_t x, int32_t oc, int32_t n,
                                pte_wide v)
{
    const pte_conv2d *const p = c->p;
    const ptrdiff_t at = (ptrdiff_t)y * p->os.h + (ptrdiff_t)x * p->os.w + oc;

    if (y < 0 || y >= p->oh || x < 0 || x >= p->ow)
        return;
    v += pte_row_load(c->bias + oc, n, 0);
    if (c->add)
        v += pte_row_load(c->add + at, n, 0);
    v = PTE_WIDE(clamp)(v, p->lo, p->hi);
    if (p->gate.slope != 0)
        v = pte_gated(v, &p->gate);
    pte_row_store(c->out + at, n, v);
}

/* Those of a block, of `exist` filters from number oc on. */
static void winograd_results(const winograd *c, winograd_block b, const float *sums, int32_t oc,
                             int32_t exist)
{
    const int32_t y = b.y + c->p->ph, x = b.x + c->p->pw;

#define LOAD(i, j)                                                                                 \
    pte_row_load(sums + (WINOGRAD_PIXELS * (i) + (j)) * WINOGRAD_SUMS + k, exist - k, 0)
#define ROW(i)                                                                                     \
    winograd_join(row, OF_ROW(i));                                                                 \
    for (int j = 0; j < WINOGRAD_RESULTS; j++)                                                     \
        winograd_result(c, y + (i), x + j, oc + k, exist - k, row[j]);
    for (int32_t k = 0; k < exist; k += PTE_LANES_F32) {
        pte_wide column[WINOGRAD_PIXELS][WINOGRAD_RESULTS], row[WINOGRAD_RESULTS];

        COLUMNS(winograd_join)
        ROW(0) ROW(1) ROW(2) ROW(3)
    }
}

#undef LOAD
#undef ROW
#undef COLUMN
#undef COLUMNS
#undef OF_ROW
#undef NEAR
#undef FAR

/* The block *next, which is moved on. */
static winograd_block winograd_take(const winograd *c, winograd_block *next)
{
    const winograd_block b = *next;

    next->x += WINOGRAD_RESULTS;
    if (next->x == c->left + WINOGRAD_RESULTS * c->across) {
        next->x = c->left;
        next->y += WINOGRAD_RESULTS;
    }
    return b;
}

static void winograd_run(const winograd *c)
{
    const int32_t filters = pte_panel_width(pte_least(PTE_PANEL, c->p->oc));
    const int32_t near = pte_least(WINOGRAD_NUMBERS / c->depth, WINOGRAD_SUMS / filters);
    int32_t most = WINOGRAD_BLOCKS;
    winograd_block b[WINOGRAD_BLOCKS], next = {c->top, c->left};

    while (most > near)
        most /= 2;
    for (int32_t left = c->down * c->across, count; left > 0; left -= count) {
        const float *panel = c->weight;

        count = pte_least(most, left);
        for (int32_t i = 0; i < count; i++) {
            b[i] = winograd_take(c, &next);
            winograd_points(c, b[i], c->points + (ptrdiff_t)i * c->depth);
        }
        for (int32_t oc = 0; oc < c->p->oc; oc += PTE_PANEL) {
            const int32_t exist = pte_least(PTE_PANEL, c->p->oc - oc);
            const int32_t width = pte_panel_width(exist);

            winograd_multiply(c, panel, width, count);
            panel += (ptrdiff_t)WINOGRAD_POINTS * c->p->c * width;
            for (int32_t i = 0; i < count; i++)
                winograd_results(c, b[i], c->sums + i * width, oc, exist);
        }
    }
}

void pte_vec_winograd_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                          const pte_f32 *bias, const pte_f32 *add, const pte_conv2d *p)
{
    PTE_CALL_WIDEST(pte_vec_winograd_f32, (out, in, weight, bias, add, p));
    PTE_ALIGN(64) float points[WINOGRAD_POINTS * WINOGRAD_PLANE];
    PTE_ALIGN(64) float sums[WINOGRAD_POINTS * WINOGRAD_SUMS];
    winograd c = {.p = p, .weight = weight, .bias = bias, .points = points, .sums = sums};

    c.zeros = weight + (ptrdiff_t)WINOGRAD_POINTS * p->c * pte_packed_columns(p->oc);
    c.depth = (p->c + PTE_LANES_F32 - 1) / PTE_LANES_F32 * PTE_LANES_F32;
    c.top = winograd_begin(-p->ph);
    c.left = winograd_begin(-p->pw);
    c.across = (p->ow - 1 - p->pw - c.left) / WINOGRAD_RESULTS + 1;
    c.down = (p->oh - 1 - p->ph - c.top) / WINOGRAD_RESULTS + 1;
    for (int32_t n = 0; n < p->n; n++) {
        c.in = in + (ptrdiff_t)n * p->is.n;
        c.out = out + (ptrdiff_t)n * p->os.n;
        c.add = add ? add + (ptrdiff_t)n * p->os.n : NULL;
        winograd_run(&c);
    }
}
