/* SPDX-License-Identifier: 0BSD
 * 2-D convolution of floats as a matrix product: positions by channels. The input is read in
 * place, through one pointer for each tap and position. */
#include "pte_tile_f32.h"
#include "pte_vec_kernels.h"

enum {
    VCONV_POINTERS = 2048, /* of a block of tiles */
    VCONV_NEAR_BYTES =
        16 * 1024, /* of weights that stay in the first cache beside a tile's input */
    VCONV_BLOCK_BYTES = 96 * 1024, /* of input that a block of tiles reads */
};

/* One group of one image. */
typedef struct pte_vconv {
    const pte_conv2d *p;
    const float *in, *weight, *bias, *add, *zeros;
    float *out;
    int32_t channels, filters, positions;
    int planes; /* channels lie apart: the sum goes along the rows of one after the other */
    ptrdiff_t along[PTE_TILE_ROWS]; /* of windows in a row, from the first one */
} pte_vconv;

typedef struct pte_vconv_tile {
    const float **a;
    int32_t first, rows; /* positions */
    int32_t taps, k;
} pte_vconv_tile;

/* The windows of a tile's positions. */
typedef struct pte_vconv_windows {
    int32_t y[PTE_TILE_ROWS], x[PTE_TILE_ROWS]; /* corners, set if not all is inside */
    ptrdiff_t at[PTE_TILE_ROWS];                /* of the corner in the input */
    int rows_inside, columns_inside;
} pte_vconv_windows;

static void vconv_look_at_each(const pte_vconv *c, const pte_vconv_tile *t, int32_t y, int32_t x,
                               pte_vconv_windows *w)
{
    const pte_conv2d *p = c->p;

    w->rows_inside = w->columns_inside = 1;
    for (int32_t i = 0; i < PTE_TILE_ROWS; i++) {
        const int32_t y0 = y * p->sh - p->ph, x0 = x * p->sw - p->pw;

        w->y[i] = y0;
        w->x[i] = x0;
        w->at[i] = (ptrdiff_t)y0 * p->is.h + (ptrdiff_t)x0 * p->is.w;
        w->rows_inside &= y0 >= 0 && y0 + (p->kh - 1) * p->dh < p->h;
        w->columns_inside &= x0 >= 0 && x0 + (p->kw - 1) * p->dw < p->w;
        if (i + 1 >= t->rows) /* pointers of rows that the tile lacks are as those of its last */
            continue;
        x++;
        if (x == p->ow) {
            x = 0;
            y++;
        }
    }
}

static void vconv_windows(const pte_vconv *c, const pte_vconv_tile *t, pte_vconv_windows *w)
{
    const pte_conv2d *p = c->p;
    const int32_t y = t->first / p->ow, x = t->first % p->ow;
    const int32_t y0 = y * p->sh - p->ph, x0 = x * p->sw - p->pw;
    const int32_t width = (t->rows - 1) * p->sw + (p->kw - 1) * p->dw + 1;

    if (y0 < 0 || y0 + (p->kh - 1) * p->dh >= p->h || x0 < 0 || x0 + width > p->w) {
        vconv_look_at_each(c, t, y, x, w);
        return;
    }
    const ptrdiff_t corner = (ptrdiff_t)y0 * p->is.h + (ptrdiff_t)x0 * p->is.w;

    w->rows_inside = w->columns_inside = 1;
    for (int32_t i = 0; i < PTE_TILE_ROWS; i++)
        w->at[i] = corner + c->along[i];
}

/* One pointer per position, to zeros where the tap is outside. */
static void vconv_point_some(const pte_vconv *c, const pte_vconv_windows *w, const float **a,
                             const float *in, int32_t dy, int32_t dx)
{
    const pte_conv2d *p = c->p;

    for (int32_t i = 0; i < PTE_TILE_ROWS; i++) {
        const int32_t y = w->y[i] + dy, x = w->x[i] + dx;
        const int inside = y >= 0 && y < p->h && (w->columns_inside || (x >= 0 && x < p->w));

        a[i] = inside ? in + w->at[i] : c->zeros;
    }
}

static void vconv_point_all(const pte_vconv_windows *w, const float **a, const float *in)
{
    for (int32_t i = 0; i < PTE_TILE_ROWS; i++)
        a[i] = in + w->at[i];
}

/* Sets the tile's pointers. Taps of a row that are neighbours in memory, and inside the image at
 * all positions, count as one. */
static void vconv_point(const pte_vconv *c, pte_vconv_tile *t)
{
    const pte_conv2d *p = c->p;
    const int neighbours = p->kw == 1 || (p->dw == 1 && (c->planes || p->is.w == c->channels));
    pte_vconv_windows w;

    vconv_windows(c, t, &w);
    const int joined = neighbours && w.columns_inside, inside = w.rows_inside && w.columns_inside;
    const int32_t outer = c->planes ? c->channels : 1, across = joined ? 1 : p->kw;
    const ptrdiff_t dy = (ptrdiff_t)p->dh * p->is.h, dx = (ptrdiff_t)p->dw * p->is.w;
    const float **a = t->a, *plane = c->in;

    t->taps = outer * p->kh * across;
    t->k = (c->planes ? 1 : c->channels) * (joined ? p->kw : 1);
    for (int32_t ic = 0; ic < outer; ic++, plane += p->is.c) {
        const float *row = plane;

        for (int32_t ky = 0; ky < p->kh; ky++, row += dy) {
            const float *in = row;

            for (int32_t kx = 0; kx < across; kx++, in += dx, a += PTE_TILE_ROWS)
                if (inside)
                    vconv_point_all(&w, a, in);
                else
                    vconv_point_some(c, &w, a, in, ky * p->dh, kx * p->dw);
        }
    }
}

/* Sums of a tile times `columns` columns, of which the last may not exist in the result. */
static void vconv_multiply(const pte_vconv *c, const pte_vconv_tile *t, pte_tile_f32 *m, int32_t oc,
                           int32_t columns)
{
    const pte_conv2d *p = c->p;
    const int32_t exist = c->filters - oc < columns ? c->filters - oc : columns;
    float *const out = c->out + (ptrdiff_t)t->first * p->os.w + oc;
    float line[PTE_TILE_ROWS * PTE_PANEL];

    m->a = t->a;
    m->taps = t->taps;
    m->k = t->k;
    m->add = c->add ? c->add + (ptrdiff_t)t->first * p->os.w + oc : NULL;
    m->out = exist == columns ? out : line;
    m->out_row = exist == columns ? p->os.w : PTE_PANEL;
    if (exist < columns && m->add) {
        for (int32_t i = 0; i < t->rows; i++)
            for (int32_t j = 0; j < exist; j++)
                line[i * PTE_PANEL + j] = m->add[i * p->os.w + j];
        m->add = line;
    }
    m->add_row = m->out_row;
    pte_tile_run(m, t->rows, columns);
    for (int32_t i = 0; exist < columns && i < t->rows; i++)
        for (int32_t j = 0; j < exist; j++)
            out[i * p->os.w + j] = line[i * PTE_PANEL + j];
}

/* A block of tiles times all panels: each panel is read once from far away. */
static void vconv_run_block(const pte_vconv *c, const pte_vconv_tile *t, int32_t tiles)
{
    const int32_t depth = c->p->kh * c->p->kw * c->channels;
    const float *panel = c->weight;
    pte_tile_f32 m = {.lo = c->p->lo, .hi = c->p->hi};

    for (int32_t oc = 0; oc < c->filters; oc += PTE_PANEL) {
        const int32_t width = pte_panel_width(c->filters - oc);

        m.panel_row = width;
        for (int32_t j = 0, columns; j < width; j += columns) {
            columns = pte_tile_columns(width - j);
            m.panel = panel + j;
            m.bias = c->bias + oc + j;
            for (int32_t i = 0; i < tiles; i++)
                vconv_multiply(c, &t[i], &m, oc + j, columns);
        }
        panel += (ptrdiff_t)width * depth;
    }
}

static void vconv_run_group(const pte_vconv *c)
{
    const int32_t taps = c->p->kh * c->p->kw * (c->planes ? c->channels : 1);
    const int32_t depth = c->p->kh * c->p->kw * c->channels;
    const int32_t room = VCONV_POINTERS / (PTE_TILE_ROWS * taps);
    const int32_t all = (c->positions + PTE_TILE_ROWS - 1) / PTE_TILE_ROWS;
    const float *pointers[VCONV_POINTERS];
    pte_vconv_tile t[VCONV_POINTERS / PTE_TILE_ROWS];
    int32_t tiles = VCONV_BLOCK_BYTES / (PTE_TILE_ROWS * depth * (int32_t)sizeof(float));

    if (depth * c->filters <= VCONV_NEAR_BYTES / (int32_t)sizeof(float) || tiles < 1)
        tiles = 1;
    if (tiles > room)
        tiles = room;
    for (int32_t i = 0; i < all;) {
        int32_t n = 0;

        for (; n < tiles && i < all; n++, i++) { /* all tiles have nearly the same height */
            t[n].first = (int32_t)((int64_t)c->positions * i / all);
            t[n].rows = (int32_t)((int64_t)c->positions * (i + 1) / all) - t[n].first;
            t[n].a = pointers + n * taps * PTE_TILE_ROWS;
            vconv_point(c, &t[n]);
        }
        vconv_run_block(c, t, n);
    }
}

/* A 1x1 convolution that visits all positions of its rows in memory order has one long row. */
static pte_conv2d vconv_flat(const pte_conv2d *p, const pte_f32 **in)
{
    pte_conv2d f = *p;

    if (p->kh == 1 && p->kw == 1 && p->sh == 1 && p->sw == 1 && p->ph <= 0 && p->pw == 0 &&
        p->ow == p->w && p->oh - p->ph <= p->h && p->is.h == p->w * p->is.w) {
        *in -= (ptrdiff_t)p->ph * p->is.h;
        f.ph = 0;
        f.w = f.ow = p->oh * p->w;
        f.h = f.oh = 1;
    }
    return f;
}

void pte_vec_conv2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight, const pte_f32 *bias,
                        const pte_f32 *add, const pte_conv2d *params)
{
    const pte_conv2d flat = vconv_flat(params, &in), *const p = &flat;
    const int32_t filters = p->oc / p->groups, channels = p->c / p->groups;
    const int32_t columns = pte_packed_columns(filters);
    const ptrdiff_t group = (ptrdiff_t)p->kh * p->kw * channels * columns;
    pte_vconv c = {.p = p,
                   .zeros = weight + group * p->groups,
                   .channels = channels,
                   .filters = filters,
                   .positions = p->oh * p->ow,
                   .planes = p->is.c != 1};

    for (int32_t i = 0; i < PTE_TILE_ROWS; i++)
        c.along[i] = (ptrdiff_t)i * p->sw * p->is.w;
    for (int32_t n = 0; n < p->n; n++)
        for (int32_t g = 0; g < p->groups; g++) {
            const ptrdiff_t first = (ptrdiff_t)n * p->os.n + (ptrdiff_t)g * filters;

            c.in = in + (ptrdiff_t)n * p->is.n + (ptrdiff_t)g * channels * p->is.c;
            c.weight = weight + g * group;
            c.bias = bias + (ptrdiff_t)g * columns;
            c.out = out + first;
            c.add = add ? add + first : NULL;
            vconv_run_group(&c);
        }
}
