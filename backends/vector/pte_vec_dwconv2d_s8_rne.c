/* SPDX-License-Identifier: 0BSD
 * Depthwise 2-D convolution of quantised bytes: one filter for each channel, channels across the
 * lanes. */
#include "pte_vec_kernels.h"
#include "pte_vec_s8.h"
#include "pte_window.h"

enum {
    DW_TAPS = 1024,        /* four for each quad of a filter */
    DW_ROWS = 16,          /* of a window of which pairs are computed */
    DW_BLOCK = 64,         /* channels at once */
    DW_COPIED = 24 * 1024, /* bytes of a small image */
};

/* A row of the window: its first column, and how far the next one is; 0: all columns are alike */
typedef struct dw_row {
    const pte_s8 *at;
    ptrdiff_t step;
} dw_row;

/* One position of a row, or pairs of them. */
typedef struct dw_tile_s8 {
    const dw_row *row;            /* of the first pair's window */
    const pte_s8 **tap;           /* of every quad of the one position */
    const pte_s8 *weight, *zeros; /* zeros: what lies outside the image */
    const pte_s32 *bias;
    const pte_f32 *scale, *offset;
    pte_s8 *out;
    ptrdiff_t weight_row, out_step;
    int32_t pairs;
    int32_t kh, quads, packed; /* quads: of a row of the window; packed: channels of the weights */
    pte_range_s8 range;
} dw_tile_s8;

/* Channels side by side, `count` of them from the first on; sum j of four lies at at + j * step. */
typedef struct dw_block {
    int32_t first, count, at, step;
} dw_block;

/* Columns and rows that all results read. */
static int32_t dw_columns(const pte_conv2d *p)
{
    return (p->ow - 1) * p->sw + p->kw;
}

static int32_t dw_rows(const pte_conv2d *p)
{
    return (p->oh - 1) * p->sh + (p->kh - 1) * p->dh + 1;
}

#if PTE_LANES_F32 == 16
#define V    pte_w16
#define NAME dw_s8_16
#include "dwconv_s8.inc"
#endif
#if PTE_LANES_F32 >= 8
#define V    pte_w8
#define NAME dw_s8_8
#include "dwconv_s8.inc"
#endif
#if PTE_LANES_F32 >= 4
#define V    pte_w4
#define NAME dw_s8_4
#include "dwconv_s8.inc"
#else
static void dw_s8_1_any(const dw_tile_s8 *t, const dw_block *b)
{
    for (int32_t c = 0; c < b->count; c++) {
        const int32_t at = b->at + c / 4 * b->step + c % 4;
        const pte_s8 *weight = t->weight + 4 * at;
        uint32_t sum = (uint32_t)t->bias[at];

        for (int32_t i = 0; i < t->kh * t->quads; i++, weight += 4 * t->packed)
            for (int32_t k = 0; k < 4; k++)
                sum += (uint32_t)(t->tap[4 * i + k][b->first + c] * weight[k]);
        sum = pte_w1_requantise(sum, t->scale[at], t->offset[at], t->range);
        pte_w1_put(&t->out[b->first + c], sum, t->range);
    }
}
#endif

enum { DW_ANY, DW_K3S1, DW_K3S2, DW_K5S1, DW_K5S2, DW_SHAPES };

/* By 16, 32 or 64 channels at once. */
static const struct dw_kernels {
    void (*run[DW_SHAPES])(const dw_tile_s8 *t, const dw_block *b);
    void (*copy)(pte_s8 *to, const pte_s8 *image, const pte_s8 *zeros, const dw_block *b,
                 const pte_conv2d *p);
    void (*flat)(const dw_tile_s8 *t, int32_t positions, int32_t channels);
} dw_s8_kernels[] = {
#define DW_KERNELS(width)                                                                          \
    {                                                                                              \
        {dw_s8_##width##_any, dw_s8_##width##_k3s1, dw_s8_##width##_k3s2, dw_s8_##width##_k5s1,    \
         dw_s8_##width##_k5s2},                                                                    \
            dw_s8_##width##_copy, dw_s8_##width##_flat                                             \
    }
#if PTE_LANES_F32 >= 4
    DW_KERNELS(4),
#else
    {{dw_s8_1_any}, NULL, NULL},
#endif
#if PTE_LANES_F32 >= 8
    DW_KERNELS(8),
#endif
#if PTE_LANES_F32 == 16
    DW_KERNELS(16),
#endif
#undef DW_KERNELS
};

enum { DW_WIDEST = sizeof dw_s8_kernels / sizeof *dw_s8_kernels - 1 };

/* The kernels for the block of channels from number c on, as pte_vec_kernels.h describes it. */
static const struct dw_kernels *dw_kernels_s8(int32_t c, int32_t channels, dw_block *b)
{
    const int32_t first = c / DW_BLOCK * DW_BLOCK;
    const int32_t lanes = pte_repeats(channels) ? 4 : pte_packed_lanes(channels - first);
    const int32_t width = pte_least(lanes, PTE_LANES_F32 < 8 ? 1 : PTE_LANES_F32 / 4);

    *b = (dw_block){c, pte_least(channels - c, 16 * width), first + (c - first) / 4, 4 * lanes};
    return &dw_s8_kernels[width / 2];
}

static void dw_run_s8(const dw_tile_s8 *t, int shape, int32_t channels)
{
    dw_block b;

    for (int32_t c = 0; c < channels; c += b.count)
        dw_kernels_s8(c, channels, &b)->run[shape](t, &b);
}

static int dw_shape_s8(const pte_conv2d *p)
{
    if (PTE_LANES_F32 < 4 || (p->kw != 3 && p->kw != 5) || p->sw > 2 || p->dw != 1 ||
        p->kh > DW_ROWS)
        return DW_ANY;
    return (p->kw == 3 ? DW_K3S1 : DW_K5S1) + p->sw - 1;
}

/* Sets the taps of the window at (y0, x0). */
static void dw_point_s8(const dw_tile_s8 *t, const pte_s8 *image, int32_t y0, int32_t x0,
                        const pte_conv2d *p)
{
    const pte_s8 **tap = t->tap;

    for (int32_t ky = 0; ky < p->kh; ky++)
        for (int32_t kx = 0; kx < 4 * t->quads; kx++) {
            const int32_t y = y0 + ky * p->dh, x = x0 + kx * p->dw;
            const int inside = kx < p->kw && y >= 0 && y < p->h && x >= 0 && x < p->w;

            *tap++ = inside ? image + (ptrdiff_t)y * p->is.h + (ptrdiff_t)x * p->is.w : t->zeros;
        }
}

/* Sets the rows of the window at (y0, x0). */
static void dw_point_rows_s8(const dw_tile_s8 *t, dw_row *row, const pte_s8 *image, int32_t y0,
                             int32_t x0, const pte_conv2d *p)
{
    for (int32_t ky = 0; ky < p->kh; ky++) {
        const int32_t y = y0 + ky * p->dh;

        row[ky] = (dw_row){t->zeros, 0};
        if (y >= 0 && y < p->h)
            row[ky] = (dw_row){image + (ptrdiff_t)y * p->is.h + (ptrdiff_t)x0 * p->is.w, p->is.w};
    }
}

/* A small image, most of whose windows reach over an edge, is copied with what is outside, a block
 * of channels after the other, so that all positions go in pairs. */
static int dw_copies_s8(const pte_conv2d *p)
{
    const int32_t room = DW_COPIED / DW_BLOCK;

    return dw_shape_s8(p) != DW_ANY && p->ow > 1 && p->ow <= 4 * (p->kw - 1) &&
           dw_rows(p) <= room / dw_columns(p);
}

/* The last pair of an odd row has a position of the one before. */
static void dw_run_copied_s8(dw_tile_s8 t, const pte_s8 *image, const pte_conv2d *p)
{
    const int shape = dw_shape_s8(p);
    pte_s8 copied[DW_COPIED], *const out = t.out;
    dw_row row[DW_ROWS];
    dw_block b;

    t.row = row;
    for (int32_t c = 0; c < p->c; c += b.count) {
        const struct dw_kernels *const kernels = dw_kernels_s8(c, p->c, &b);

        kernels->copy(copied, image, t.zeros, &b, p);
        for (int32_t y = 0; y < p->oh; y++)
            for (int32_t x = 0; x < p->ow; x += 2 * t.pairs) {
                const int32_t first = x == p->ow - 1 ? x - 1 : x;

                t.pairs = x == p->ow - 1 ? 1 : p->ow / 2;
                t.out = out + (ptrdiff_t)y * p->os.h + first * t.out_step;
                for (int32_t ky = 0; ky < p->kh; ky++) {
                    const int32_t line = y * p->sh + ky * p->dh;
                    const int32_t column = line * dw_columns(p) + first * p->sw;

                    row[ky] = (dw_row){copied + column * DW_BLOCK - b.first, DW_BLOCK};
                }
                kernels->run[shape](&t, &b);
            }
    }
}

/* Positions of which several fill the widest vector; 0: each has one of its own. */
static int32_t dw_flat_s8(const pte_conv2d *p)
{
    const int32_t some = pte_repeats(p->c) ? 4 * PTE_LANES_F32 / p->c : 0;

    return some > 1 && dw_shape_s8(p) == DW_K3S1 && p->is.w == p->c && p->os.w == p->c ? some : 0;
}

/* A row of the result; `t` has everything but the columns. */
static void dw_run_row_s8(dw_tile_s8 t, const pte_s8 *image, int32_t y0, const pte_conv2d *p)
{
    const pte_span inside = pte_interior(p->ow, p->sw, p->pw, p->kw, p->dw, p->w);
    const int32_t end = inside.first + inside.count;
    const int shape = dw_shape_s8(p);
    const int32_t flat = dw_flat_s8(p);
    dw_row row[DW_ROWS];

    t.row = row;
    for (int32_t x = 0, n; x < p->ow; x += n, t.out += n * t.out_step) {
        const int32_t x0 = x * p->sw - p->pw;

        if (flat && x == inside.first && inside.count >= flat) {
            n = inside.count;
            dw_point_rows_s8(&t, row, image, y0, x0, p);
            dw_s8_kernels[DW_WIDEST].flat(&t, n, p->c);
            continue;
        }
        t.pairs = shape != DW_ANY && x >= inside.first ? (end - x) / 2 : 0;
        if (t.pairs > 0)
            dw_point_rows_s8(&t, row, image, y0, x0, p);
        else
            dw_point_s8(&t, image, y0, x0, p);
        dw_run_s8(&t, t.pairs > 0 ? shape : DW_ANY, p->c);
        n = t.pairs > 0 ? 2 * t.pairs : 1;
    }
}

void pte_vec_dwconv2d_s8_rne(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight,
                             const pte_s32 *bias, const pte_f32 *scale, const pte_s32 *q,
                             const pte_u8 *table, const pte_conv2d *p)
{
    const int32_t quads = (p->kw + 3) / 4, packed = pte_packed_channels(p->c);
    const pte_s8 *tap[DW_TAPS];
    dw_tile_s8 t = {.tap = tap,
                    .weight = weight,
                    .bias = bias + (PTE_FACTOR_OFFSET ? packed : 0),
                    .scale = scale,
                    .offset = scale + packed,
                    .weight_row = (ptrdiff_t)4 * quads * packed,
                    .out_step = p->os.w,
                    .kh = p->kh,
                    .quads = quads,
                    .packed = packed,
                    .range = pte_range_of(q, table)};

    t.zeros = weight + p->kh * t.weight_row;
    for (int32_t n = 0; n < p->n; n++) {
        const pte_s8 *const image = in + (ptrdiff_t)n * p->is.n;

        t.out = out + (ptrdiff_t)n * p->os.n;
        if (dw_copies_s8(p)) {
            dw_run_copied_s8(t, image, p);
            continue;
        }
        for (int32_t y = 0; y < p->oh; y++, t.out += p->os.h)
            dw_run_row_s8(t, image, y * p->sh - p->ph, p);
    }
}
