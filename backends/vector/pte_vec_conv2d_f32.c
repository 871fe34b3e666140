/* SPDX-License-Identifier: 0BSD
 * 2-D convolution of floats as a matrix product. */
#include "pte_row.h"
#include "pte_tile_f32.h"
#include "pte_vconv.h"

#define T        float
#define FN(name) name##_f32
#define TILE     pte_tile_f32
#define STEP     1
#define OPERANDS const float *bias, *add;
#include "vconv.inc"

/* Sets the tile's pointers. Taps of a row that are neighbours in memory, and inside the image at
 * all positions, count as one. */
static void vconv_point_f32(const vconv_f32 *c, vconv_tile_f32 *t, int32_t slot)
{
    const pte_conv2d *p = c->p;
    const int neighbours = p->kw == 1 || (p->dw == 1 && (c->planes || p->is.w == c->channels));
    pte_vconv_windows w;

    (void)slot;
    pte_vconv_look(p, t->first, t->rows, &w);
    const int joined = neighbours && w.columns_inside, inside = w.rows_inside && w.columns_inside;
    const int32_t across = joined ? 1 : p->kw;

    t->taps = (c->planes ? c->channels : 1) * p->kh * across;
    t->k = (c->planes ? 1 : c->channels) * (joined ? p->kw : 1);
    vconv_point_taps_f32(c, t, &w, across, inside);
}

static void vconv_begin_f32(const vconv_f32 *c, const vconv_tile_f32 *t, pte_tile_f32 *m,
                            int32_t oc, int32_t copied)
{
    const ptrdiff_t row = c->p->os.w;

    m->lo = c->p->lo;
    m->hi = c->p->hi;
    m->bias = c->bias + oc;
    m->add = c->add ? c->add + t->first * row + oc : NULL;
    m->add_row = m->out_row;
    if (!m->add || !copied)
        return;
    for (int32_t i = 0; i < t->rows; i++)
        for (int32_t j = 0; j < copied; j++)
            m->out[i * m->out_row + j] = m->add[i * row + j];
    m->add = m->out;
}

static void vconv_end_f32(const vconv_f32 *c, const vconv_tile_f32 *t, const pte_tile_f32 *m,
                          int32_t columns)
{
    for (int32_t i = 0; c->p->gate.slope != 0 && i < t->rows; i++)
        pte_row_gate(m->out + i * m->out_row, columns, &c->p->gate);
}

void pte_vec_conv2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight, const pte_f32 *bias,
                        const pte_f32 *add, const pte_conv2d *params)
{
    ptrdiff_t start;
    const pte_conv2d p = pte_vconv_flat(params, &start);
    const int32_t filters = p.oc / p.groups, channels = p.c / p.groups;
    const int32_t columns = pte_packed_columns(filters), depth = p.kh * p.kw * channels;
    const ptrdiff_t group = (ptrdiff_t)depth * columns;
    vconv_f32 c = {.p = &p,
                   .zeros = weight + group * p.groups,
                   .channels = channels,
                   .filters = filters,
                   .positions = p.oh * p.ow,
                   .depth = depth,
                   .planes = p.is.c != 1};

    c.taps = p.kh * p.kw * (c.planes ? channels : 1);
    c.most = VCONV_POINTERS / (PTE_TILE_ROWS * c.taps);
    for (int32_t n = 0; n < p.n; n++)
        for (int32_t g = 0; g < p.groups; g++) {
            const ptrdiff_t first = (ptrdiff_t)n * p.os.n + (ptrdiff_t)g * filters;

            c.in = in + start + (ptrdiff_t)n * p.is.n + (ptrdiff_t)g * channels * p.is.c;
            c.weight = weight + g * group;
            c.bias = bias + (ptrdiff_t)g * columns;
            c.out = out + first;
            c.add = add ? add + first : NULL;
            vconv_run_group_f32(&c);
        }
}
