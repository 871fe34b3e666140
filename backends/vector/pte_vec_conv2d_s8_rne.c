/* SPDX-License-Identifier: 0BSD
 * 2-D convolution of quantised bytes as a matrix product, requantised by a float for each channel.
 */
#include "pte_tile_s8.h"
#include "pte_vconv.h"

#define T        pte_s8
#define FN(name) name##_s8
#define TILE     pte_tile_s8
#define STEP     4
#define OPERANDS                                                                                   \
    const pte_s32 *bias;                                                                           \
    const pte_f32 *scale, *shift;                                                                  \
    pte_range_s8 range;
#include "vconv.inc"

static void vconv_begin_s8(const vconv_s8 *c, pte_tile_s8 *m, const pte_vconv_part *p)
{
    m->range = c->range;
    m->bias = c->bias + p->oc;
    m->scale = c->scale + p->oc;
    m->shift = c->shift + p->oc;
}

static void vconv_end_s8(const vconv_s8 *c, const pte_tile_s8 *m, const pte_vconv_part *p)
{
    (void)c, (void)m, (void)p;
}

void pte_vec_conv2d_s8_rne(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight, const pte_s32 *bias,
                           const pte_f32 *scale, const pte_s32 *q, const pte_u8 *table,
                           const pte_conv2d *params)
{
    ptrdiff_t start;
    const pte_conv2d p = pte_vconv_flat(params, &start);
    const int32_t channels = p.c / p.groups, filters = p.oc / p.groups;
    const int32_t columns = pte_packed_columns(filters);
    const int planes = channels > 1 && p.is.c != 1;
    const int32_t run = planes ? p.kw : channels < 4 ? p.kw * channels : channels;
    vconv_s8 c = {.p = &p,
                  .channels = channels,
                  .filters = filters,
                  .depth = p.kh * p.kw * channels / run * pte_packed_run(run),
                  .planes = planes,
                  .range = pte_range_of(q, table)};

    c.zeros = weight + (ptrdiff_t)c.depth * columns * p.groups;
    if (PTE_FACTOR_OFFSET)
        bias += (ptrdiff_t)columns * p.groups;
    for (int32_t n = 0; n < p.n; n++)
        for (int32_t g = 0; g < p.groups; g++) {
            c.in = in + start + (ptrdiff_t)n * p.is.n + (ptrdiff_t)g * c.channels * p.is.c;
            c.weight = weight + (ptrdiff_t)g * c.depth * columns;
            c.bias = bias + (ptrdiff_t)g * columns;
            c.scale = scale + (ptrdiff_t)g * columns;
            c.shift = c.scale + (ptrdiff_t)columns * p.groups;
            c.out = out + (ptrdiff_t)n * p.os.n + (ptrdiff_t)g * filters;
            vconv_run_group_s8(&c);
        }
}
