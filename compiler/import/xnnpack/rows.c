/* SPDX-License-Identifier: 0BSD
 * Dynamic quantisation in an XNNPACK delegate's graph: each row gets a scale and a zero point from
 * its own data, and products with it give floats. */
#include "import/xnnpack/rows.h"
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/quantized/quantized.h"
#include "import/xnnpack/node.h"

#include <string.h>

/* Returns `in` as a matrix, whose columns are the `inner` trailing axes, which share a scale. */
static Value *rows_of(Call *c, Value *in, int inner)
{
    Size *dim[] = {size_const(1), size_const(1)};
    if (inner > in->type.rank)
        refuse(c, "%d axes of %d share a scale", inner, in->type.rank);
    for (int i = 0; i < in->type.rank; i++) {
        Size **d = &dim[i >= in->type.rank - inner];
        *d = size_op(S_MUL, *d, in->type.dim[i]);
    }
    return reshaped(c, row_major(c, in), 2, dim);
}

/* Chooses 255 steps from the least to the greatest element of each row, 0 among them; the zero
 * point comes from the end of the range that loses less. */
static void choose_scales(Call *c, Value *rows, Value *factor, XnnTensor *t)
{
    Size *dim[] = {rows->type.dim[0], size_const(1)};
    Value *low = extreme_or_zero(c, R_MIN, rows, 1u << 1, 2, dim);
    Value *high = extreme_or_zero(c, R_MAX, rows, 1u << 1, 2, dim);
    Named n[] = {
        {.name = "low", .value = low}, {.name = "high", .value = high}, {.name = "factor"}, {0}};
    map_over(c, factor, n, "low == high ? f32(1) : 255 / (high - low)");
    n[2].value = factor;
    t->scale = map_over(c, value_new(c->g, F32, 2, dim), (Named[]){n[2], {0}}, "1 / factor");
    t->zero = map_over(c, value_new(c->g, I32, 2, dim), n,
                       "out(rint(min(max("
                       "low * factor - 128 + (high * factor + 127) > 0 ? -128 - low * factor : "
                       "127 - high * factor, -128), 127)))");
}

XnnTensor xnn_quantise_rows(Call *c, Value *in, int inner)
{
    XnnTensor t = {.reals = in, .inner = inner};
    Value *rows = rows_of(c, widened(c, in), inner);
    Value *factor = value_new(c->g, F32, 2, (Size *[]){rows->type.dim[0], size_const(1)});
    Value *bytes = value_new(c->g, I8, 2, rows->type.dim);
    choose_scales(c, rows, factor, &t);
    map_over(c, bytes,
             (Named[]){{.name = "x", .value = rows},
                       {.name = "factor", .value = factor},
                       {.name = "zero", .value = t.zero},
                       {0}},
             "out(min(max(rint(fmin(x * factor, 32767)) + f32(zero), -128), 127))");
    t.value = reshaped(c, bytes, in->type.rank, in->type.dim);
    memcpy(t.order, xnn_same_order, sizeof t.order);
    return t;
}

XnnTensor xnn_pixel_rows(Call *c)
{
    XnnTensor *t = xnn_place(c, "input1");
    if (t->inner == 1)
        return *t;
    if (!t->pixels) {
        t->pixels = NEW(XnnTensor, 1);
        *t->pixels = xnn_quantise_rows(c, t->reals, 1);
    }
    return *t->pixels;
}

static Value *scales_of(Call *c, const XnnValue *filter, int axis)
{
    int64_t dim[] = {filter->dim[axis], 1};
    if (filter->axis != axis)
        refuse(c, "the filter has no scale for each output channel");
    if (filter->quant == Q_GROUP)
        dim[1] = filter->dim[1] / filter->block;
    Value *v = value_const(c->g, F32, filter->quant == Q_GROUP ? 2 : 1, dim, filter->scales);
    v->role = "scale";
    v->buffer->origin = filter->data.data;
    return v;
}

void xnn_requantise_rows(Call *c, Step *s, const XnnTensor *in, int inner, const XnnValue *filter,
                         int axis)
{
    if (in->inner != inner)
        refuse(c, "%d axes of its operand share a scale instead of %d", in->inner, inner);
    if (filter->type != XNN_QCINT8 && filter->type != XNN_QCINT4 && filter->type != XNN_QBINT4)
        refuse(c, "the filter is not quantised by channels or blocks");
    s->in[CONV_MULT] = scales_of(c, filter, axis);
    s->in[CONV_SHIFT] = in->scale;
    s->in[CONV_QUANT] = in->zero;
    s->requant = RQ_ROWS;
    xnn_clamp(c, s);
}

void xnn_requantise_filtered(Call *c, Step *s, const XnnTensor *in, int inner)
{
    const XnnValue *bias = xnn_value(c, "bias");
    if (xnn_uint(c, "flags"))
        refuse(c, "the filter lies the other way round");
    if (bias && bias->type != XNN_FP32)
        refuse(c, "the bias is not of floats");
    xnn_requantise_rows(c, s, in, inner, xnn_value(c, "filter"), 0);
}
