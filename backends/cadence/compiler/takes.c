/* SPDX-License-Identifier: 0BSD
 * Which steps Cadence's nnlib takes: those that the guides of HiFi 4 and of HiFi 5 allow, both. */
#include "backends/cadence/compiler/takes.h"
#include "graph/build.h"
#include "graph/layouts.h"
#include "kernels/elementwise.h"

static bool has_stride_1(const Value *v, int axis)
{
    return v->layout.stride[axis] == size_const(1);
}

static bool has_range(const Step *s)
{
    return !s->has_clamp || s->lo <= s->hi;
}

/* Is the operand absent, or one row of `columns` elements that all rows get? */
static bool is_row(const Value *v, const Size *columns)
{
    return !v || (v->type.rank == 1 && v->type.dim[0] == columns && has_stride_1(v, 0));
}

bool nnlib_takes_gemm(const Step *s)
{
    const Value *a = s->in[GEMM_A], *b = s->in[GEMM_B], *c = s->in[GEMM_C], *out = s->out[0];
    int row = b->type.rank - 2, column = b->type.rank - 1;
    return is_whole(a, F32) && is_whole(b, F32) && is_whole(out, F32) && s->requant == RQ_NONE &&
           has_stride_1(a, a->type.rank - 1) && has_stride_1(b, row) &&
           size_value(b->layout.stride[column]) >= size_value(b->type.dim[row]) &&
           layout_is_row_major(out) && is_row(c, b->type.dim[column]) && s->alpha == 1 &&
           (!c || (s->beta == 1 && c->type.dtype == F32)) && has_range(s);
}

static bool each_is(const Step *s, const int64_t *of, int64_t n)
{
    for (int i = 0; i < s->win.rank; i++)
        if (of[i] != n)
            return false;
    return true;
}

/* Are the windows no larger than the picture? */
static bool fits_picture(const Step *s)
{
    const Type *in = &s->in[0]->type;
    for (int i = 0; i < s->win.rank; i++)
        if (s->win.kernel[i] > size_value(in->dim[in->rank - s->win.rank + i]))
            return false;
    return s->win.rank <= 2 && in->rank >= 3 && in->rank <= 4;
}

static bool is_constant(const Value *v)
{
    return is_whole(v, F32) && value_is_known(v);
}

/* Is the convolution a product of matrices? The pixels are its rows. */
static bool is_1x1(const Step *s)
{
    return s->groups == 1 && each_is(s, s->win.kernel, 1) && each_is(s, s->win.stride, 1) &&
           each_is(s, s->win.pad, 0);
}

static bool steps_within(const Step *s, int axis)
{
    return s->win.stride[axis] <= s->win.kernel[axis];
}

/* Is the convolution depthwise? That of a single channel is, too, and each channel may have several
 * filters. */
static bool is_by_channels(const Step *s)
{
    return s->in[CONV_IN]->type.dim[1] == size_const(s->groups) && steps_within(s, 0) &&
           steps_within(s, s->win.rank - 1);
}

static bool is_dilated(const Step *s)
{
    return !each_is(s, s->win.dilation, 1);
}

/* Is it a convolution that nnlib computes as a dense one? With an odd number of channels, versions
 * differ in who pads the weights. */
static bool is_std(const Step *s)
{
    return s->groups == 1 && !is_dilated(s) && steps_within(s, s->win.rank - 1) &&
           size_value(s->in[CONV_IN]->type.dim[1]) % 2 == 0;
}

bool nnlib_takes_conv(const Step *s)
{
    if (s->kind != K_CONV)
        return false;
    const Value *bias = s->in[CONV_BIAS];
    return !s->transposed && s->requant == RQ_NONE && is_whole(s->in[CONV_IN], F32) &&
           is_whole(s->out[0], F32) && is_constant(s->in[CONV_WEIGHT]) && !s->in[CONV_ADD] &&
           s->gate.slope == 0 && (!bias || (is_constant(bias) && layout_is_row_major(bias))) &&
           fits_picture(s) && has_range(s) && (is_1x1(s) || is_by_channels(s) || is_std(s));
}

static bool in_order(const Step *s)
{
    return nnlib_takes_conv(s) && channels_last(s->in[CONV_IN]) && channels_last(s->out[0]);
}

enum { ALIGN = 16 }; /* bytes */

/* Does every picture of `v` start at a multiple of ALIGN bytes? What lies in the arena does. A
 * method of several blocks may hand over the caller's buffers. */
static bool is_aligned(const Graph *g, const Value *v)
{
    const Value *root = value_root((Value *)v);
    int64_t bytes = (int64_t)dtype_bytes((int)v->type.dtype);
    if (!root->def || g->nblocks > 1)
        return false;
    for (int i = 0; i < g->noutputs; i++)
        if (value_root(g->output[i].value) == root)
            return false;
    for (const Value *w = v; w->view_of; w = w->view_of)
        if (size_value(w->offset) * (int64_t)dtype_bytes((int)w->type.dtype) % ALIGN != 0)
            return false;
    for (int i = 1; i < v->type.rank; i++)
        bytes *= size_value(v->type.dim[i]);
    return v->type.dim[0] == size_const(1) || bytes % ALIGN == 0;
}

bool nnlib_takes_1x1(const Step *s)
{
    return in_order(s) && is_1x1(s);
}

bool nnlib_takes_depthwise(const Graph *g, const Step *s)
{
    return in_order(s) && is_by_channels(s) && !is_dilated(s) && is_aligned(g, s->in[CONV_IN]);
}

bool nnlib_takes_dilated(const Graph *g, const Step *s)
{
    return in_order(s) && is_by_channels(s) && is_dilated(s) && is_aligned(g, s->in[CONV_IN]);
}

bool nnlib_takes_std(const Graph *g, const Step *s)
{
    return in_order(s) && is_std(s) && is_aligned(g, s->in[CONV_IN]) && is_aligned(g, s->out[0]);
}

static bool is_pool(const Step *s, PoolOp pool, DType type)
{
    const Value *in = s->in[0], *out = s->out[0];
    return s->pool == pool && (s->nout == 1 || !s->out[1]) && is_whole(in, type) &&
           is_whole(out, type) && fits_picture(s) && each_is(s, s->win.dilation, 1) &&
           ((channels_last(in) && channels_last(out)) ||
            (layout_is_row_major(in) && layout_is_row_major(out)));
}

bool nnlib_takes_pool(const Step *s, PoolOp pool)
{
    bool counts = s->count_pad && !each_is(s, s->win.pad, 0);
    return is_pool(s, pool, F32) && has_range(s) &&
           (pool == POOL_MAX || (s->divisor == 0 && !counts));
}

bool nnlib_takes_mean(const Step *s)
{
    const Value *in = s->in[0];
    uint32_t pixels = in->type.rank == 4 ? 0xc : 0x4;
    return s->nin == 1 && s->reduce == R_MEAN && in->type.rank >= 3 && s->axes == pixels &&
           s->expr->op == E_IN && !s->post && is_whole(in, F32) && is_whole(s->out[0], F32) &&
           (channels_last(in) || layout_is_row_major(in)) && layout_is_row_major(s->out[0]);
}

bool nnlib_takes_pool_s8(const Step *s)
{
    return s->requant == RQ_NONE && is_pool(s, POOL_MAX, I8);
}
