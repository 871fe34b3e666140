/* SPDX-License-Identifier: 0BSD
 * 2-D convolution of floats as a matrix product. */
#include "pte_dispatch.h"
#include "pte_row.h"
#include "pte_tile_f32.h"
#include "pte_vconv.h"

#define T        float
#define FN(name) name##_f32
#define TILE     pte_tile_f32
#define STEP     1
#define UNIT     1
#ifdef PTE_BY_LANE_F32
#define RUN PTE_BY_LANE_F32
#else
#define RUN 1
#endif
#define SPLITS   1
#define PACKS    0
#define ROOM     (VCONV_PACKS ? VCONV_PACKED_ROWS * VCONV_DEPTH : 1)
#define COPY     pte_row_copy
#define OPERANDS const float *bias, *add;
#include "vconv.inc"

#include "pte_planes_f32.h"

static void vconv_arrange_f32(const vconv_f32 *c, pte_tile_f32 *m, const pte_vconv_part *p,
                              int32_t tiles)
{
    (void)c, (void)m, (void)p, (void)tiles;
}

static void vconv_begin_f32(const vconv_f32 *c, pte_tile_f32 *m, const pte_vconv_part *p)
{
    static const float zeros[PTE_PANEL] = {0};
    const int begins = p->from == 0, ends = p->to == c->depth;
    const float *const add = begins ? c->add : c->out; /* the sums so far */
    const ptrdiff_t row = c->p->os.w;

    m->lo = ends ? c->p->lo : PTE_NEG_INF;
    m->hi = ends ? c->p->hi : PTE_INF;
    m->bias = begins ? c->bias + p->oc : zeros;
    m->add = add ? add + p->first * row + p->oc : NULL;
    m->add_row = m->out_row;
    if (!m->add || !pte_vconv_exceeds(p))
        return;
    for (int32_t i = 0; i < p->rows; i++)
        for (int32_t j = 0; j < p->exist; j++)
            m->out[i * m->out_row + j] = m->add[i * row + j];
    m->add = m->out;
}

static void vconv_end_f32(const vconv_f32 *c, const pte_tile_f32 *m, const pte_vconv_part *p)
{
    if (c->p->gate.slope != 0 && p->to == c->depth)
        pte_rows_gate(m->out, p->rows, m->out_row, p->exist, &c->p->gate);
}

void pte_vec_conv2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight, const pte_f32 *bias,
                        const pte_f32 *add, const pte_conv2d *params)
{
    PTE_CALL_WIDEST(pte_vec_conv2d_f32, (out, in, weight, bias, add, params));
    ptrdiff_t start;
    pte_conv2d own;
    const pte_conv2d *const p = pte_vconv_flat(params, &own, &start);
    const int32_t filters = pte_vconv_share(p->oc, p), channels = pte_vconv_share(p->c, p);
    const int32_t columns = pte_packed_columns(filters), depth = p->kh * p->kw * channels;
    const ptrdiff_t group = (ptrdiff_t)depth * columns;
    vconv_f32 c = {.p = p,
                   .zeros = weight + group * p->groups,
                   .channels = channels,
                   .filters = filters,
                   .depth = depth,
                   .planes = (channels > 1 || p->kw > 1) && p->is.c != 1};

    for (int32_t n = 0; n < p->n; n++)
        for (int32_t g = 0; g < p->groups; g++) {
            const ptrdiff_t first = (ptrdiff_t)n * p->os.n + (ptrdiff_t)g * filters;

            c.in = in + start + (ptrdiff_t)n * p->is.n + (ptrdiff_t)g * channels * p->is.c;
            c.weight = weight + g * group;
            c.bias = bias + (ptrdiff_t)g * columns;
            c.out = out + first;
            c.add = add ? add + first : NULL;
            if (!planes_run(&c))
                vconv_run_group_f32(&c);
        }
}

#undef FN
