/* SPDX-License-Identifier: 0BSD
 * 2-D convolution of quantised bytes as a matrix product, requantised by a float for each channel.
 */
#include "pte_tile_s8.h"
#include "pte_vconv.h"
#include "pte_window.h"

enum { VCONV_PATCH_BYTES = 8 * 1024 };

#define T        pte_s8
#define FN(name) name##_s8
#define TILE     pte_tile_s8
#define STEP     4
#define OPERANDS                                                                                   \
    const pte_s32 *bias;                                                                           \
    const pte_f32 *scale, *offset;                                                                 \
    pte_range_s8 range;                                                                            \
    const pte_s8 *end; /* of the input */                                                          \
    pte_s8 *patch;     /* copies of rows of the window that cannot be read in place */             \
    int32_t room;      /* for such a copy; 0: taps are pixels, and need none */
#include "vconv.inc"

/* A row of the window from column x on, with zero points outside of the image. */
static const pte_s8 *vconv_patched_s8(const vconv_s8 *c, pte_s8 *to, const pte_s8 *row, int32_t x)
{
    const pte_conv2d *p = c->p;
    const int32_t each = c->planes ? 1 : c->channels;

    for (int32_t kx = 0; kx < p->kw; kx++, x += p->dw)
        for (int32_t i = 0; i < each; i++)
            to[kx * each + i] = x >= 0 && x < p->w ? row[(ptrdiff_t)x * p->is.w + i] : *c->zeros;
    return to;
}

/* Are the bytes of a row of the window apart in memory? */
static int vconv_has_gaps_s8(const vconv_s8 *c)
{
    const pte_conv2d *p = c->p;

    return p->kw > 1 && (p->dw != 1 || p->is.w != (c->planes ? 1 : c->channels));
}

/* Rows of the window at (y0, x0), the taps of one position. */
static void vconv_point_rows_s8(const vconv_s8 *c, const pte_s8 **a, int32_t y0, int32_t x0,
                                pte_s8 *patch)
{
    const pte_conv2d *p = c->p;
    const int apart = vconv_has_gaps_s8(c) || x0 < 0 || x0 + p->kw > p->w;

    for (int32_t ic = 0; ic < (c->planes ? c->channels : 1); ic++)
        for (int32_t ky = 0; ky < p->kh; ky++, a += PTE_TILE_ROWS, patch += c->room) {
            const int32_t y = y0 + ky * p->dh;

            *a = c->zeros;
            if (y < 0 || y >= p->h)
                continue;
            const pte_s8 *const row = c->in + (ptrdiff_t)ic * p->is.c + (ptrdiff_t)y * p->is.h;
            const ptrdiff_t x = (ptrdiff_t)x0 * p->is.w;
            *a = apart || c->end - row < x + 4 ? vconv_patched_s8(c, patch, row, x0) : row + x;
        }
}

/* Is every step's read inside the input, if all taps are? Runs of less than four bytes may end at
 * its end. */
static int vconv_is_readable_s8(const vconv_s8 *c, ptrdiff_t last)
{
    const pte_conv2d *p = c->p;
    const ptrdiff_t tap = (ptrdiff_t)(c->planes ? c->channels - 1 : 0) * p->is.c +
                          (ptrdiff_t)(p->kh - 1) * p->dh * p->is.h;

    return !c->room || (!vconv_has_gaps_s8(c) && c->end - c->in >= tap + last + 4);
}

static void vconv_point_s8(const vconv_s8 *c, vconv_tile_s8 *t, int32_t slot)
{
    const pte_conv2d *p = c->p;
    const int joined = p->kw == 1 || (p->dw == 1 && p->is.w == c->channels && c->channels % 4 == 0);
    pte_s8 *patch = c->patch + (ptrdiff_t)slot * PTE_TILE_ROWS * c->taps * c->room;
    pte_vconv_windows w;

    pte_vconv_look(p, t->first, t->rows, &w);
    const int inside =
        w.rows_inside && w.columns_inside && vconv_is_readable_s8(c, w.at[t->rows - 1]);
    const int32_t across = c->room || (w.columns_inside && joined) ? 1 : p->kw;

    t->taps = c->room ? c->taps : p->kh * across;
    t->k = (c->planes ? 1 : c->channels) * (across == 1 ? p->kw : 1);
    if (inside || !c->room)
        vconv_point_taps_s8(c, t, &w, across, inside);
    for (int32_t i = 0; !inside && c->room && i < t->rows; i++, patch += c->taps * c->room)
        vconv_point_rows_s8(c, t->a + i, w.y[i], w.x[i], patch);
}

static void vconv_begin_s8(const vconv_s8 *c, const vconv_tile_s8 *t, pte_tile_s8 *m, int32_t oc,
                           int32_t copied)
{
    (void)t, (void)copied;
    m->range = c->range;
    m->bias = c->bias + oc;
    m->scale = c->scale + oc;
    m->offset = c->offset + oc;
}

static void vconv_end_s8(const vconv_s8 *c, const vconv_tile_s8 *t, const pte_tile_s8 *m,
                         int32_t columns)
{
    (void)c, (void)t, (void)m, (void)columns;
}

/* Fields that depend on how the input lies. */
static void vconv_shape_s8(vconv_s8 *c)
{
    const pte_conv2d *p = c->p;
    const int32_t rows = p->kh * (c->planes ? c->channels : 1);
    const int32_t run = p->kw * (c->planes ? 1 : c->channels);

    if (c->planes || c->channels < 4) {
        c->taps = rows;
        c->room = run < 4 ? 4 : run;
        c->depth = rows * pte_packed_run(run);
        c->most = pte_least(VCONV_POINTERS, VCONV_PATCH_BYTES / c->room) / (PTE_TILE_ROWS * rows);
    } else {
        c->taps = p->kh * p->kw;
        c->room = 0;
        c->depth = c->taps * pte_packed_run(c->channels);
        c->most = VCONV_POINTERS / (PTE_TILE_ROWS * c->taps);
    }
}

void pte_vec_conv2d_s8_rne(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight, const pte_s32 *bias,
                           const pte_f32 *scale, const pte_s32 *q, const pte_conv2d *params)
{
    ptrdiff_t start;
    const pte_conv2d p = pte_vconv_flat(params, &start);
    const int32_t filters = p.oc / p.groups, columns = pte_packed_columns(filters);
    pte_s8 patch[VCONV_PATCH_BYTES];
    vconv_s8 c = {.p = &p,
                  .channels = p.c / p.groups,
                  .filters = filters,
                  .positions = p.oh * p.ow,
                  .planes = p.c > p.groups && p.is.c != 1,
                  .range = pte_range_of(q),
                  .end = in + start + pte_vconv_extent(&p),
                  .patch = patch};

    vconv_shape_s8(&c);
    c.zeros = weight + (ptrdiff_t)c.depth * columns * p.groups;
    if (PTE_FACTOR_OFFSET)
        bias += (ptrdiff_t)columns * p.groups;
    for (int32_t n = 0; n < p.n; n++)
        for (int32_t g = 0; g < p.groups; g++) {
            c.in = in + start + (ptrdiff_t)n * p.is.n + (ptrdiff_t)g * c.channels * p.is.c;
            c.weight = weight + (ptrdiff_t)g * c.depth * columns;
            c.bias = bias + (ptrdiff_t)g * columns;
            c.scale = scale + (ptrdiff_t)g * columns;
            c.offset = c.scale + (ptrdiff_t)columns * p.groups;
            c.out = out + (ptrdiff_t)n * p.os.n + (ptrdiff_t)g * filters;
            vconv_run_group_s8(&c);
        }
}
