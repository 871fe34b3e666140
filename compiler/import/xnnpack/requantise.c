/* SPDX-License-Identifier: 0BSD
 * Sums of bytes that become bytes again. */
#include "import/xnnpack/requantise.h"
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/build/reduce.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/steps.h"
#include "import/xnnpack/node.h"

/* Makes a result's zero point and its range, under the names zero, lo and hi. */
void xnn_range_names(Call *c, const XnnValue *out, Named n[3])
{
    n[0] = xnn_integer(c, "zero", out->zero);
    n[1] = xnn_integer(c, "lo", xnn_least(c, out));
    n[2] = xnn_integer(c, "hi", xnn_most(c, out));
}

/* Turns sums of n integers into means by one product and one rounding; n zero points go with the
 * result's. */
static void mean_of_sums(Call *c, Value *sum, Size *n, Value *out)
{
    const XnnValue *from = xnn_value(c, "input"), *to = xnn_value(c, "output");
    float ratio = from->scale / to->scale;
    Named range[3];
    xnn_range_names(c, to, range);
    if (!size_is_const(n)) {
        Named count = named_size(c, "n", n);
        Value *scale =
            map_over(c, value_new(c->g, F32, 0, NULL),
                     (Named[]){count, xnn_real(c, "ratio", ratio), {0}}, "ratio * (1 / f32(n))");
        map_over(c, out,
                 (Named[]){{.name = "sum", .value = sum},
                           {.name = "scale", .value = scale},
                           count,
                           xnn_integer(c, "from", from->zero),
                           range[0],
                           range[1],
                           range[2],
                           {0}},
                 "out(min(max(rint(f32(sum) * scale + (f32(zero) - f32(n) * f32(from) * scale)), "
                 "f32(lo)), f32(hi)))");
        return;
    }
    float share = 1 / (float)size_value(n), scale = ratio * share;
    float zeros = (float)size_value(n) * (float)from->zero;
    float taken = zeros * scale;
    map_over(c, out,
             (Named[]){{.name = "sum", .value = sum},
                       xnn_real(c, "scale", scale),
                       xnn_real(c, "offset", (float)to->zero - taken),
                       range[1],
                       range[2],
                       {0}},
             "out(min(max(rint(f32(sum) * scale + offset), f32(lo)), f32(hi)))");
}

void xnn_mean_of_bytes(Call *c, Value *in, uint32_t axes, Value *out)
{
    Size *n = size_const(1);
    Value *sum = value_new(c->g, I32, out->type.rank, out->type.dim);
    for (int i = 0; i < in->type.rank; i++)
        if (axes >> i & 1)
            n = size_op(S_MUL, n, in->type.dim[i]);
    if (n->hi < 1 || n->hi > INT32_MAX / 256)
        refuse(c, "a mean of %lld elements", (long long)n->hi);
    sum->layout = out->layout;
    reduce_step(c, R_SUM, (Named[]){{.name = "in", .value = in}, {0}},
                expr_cast(expr_in(0, in->type.dtype), I32), axes, sum);
    mean_of_sums(c, sum, n, out);
}

/* Returns one factor for each output channel: the scales of input and filter against the
 * result's. */
static Value *factors(Call *c, const XnnValue *filter, int64_t channels)
{
    const XnnValue *in = xnn_value(c, "input1"), *out = xnn_value(c, "output");
    float *scale = NEW(float, channels);
    for (int64_t i = 0; i < channels; i++) {
        float both = in->scale * (filter->scales ? filter->scales[i] : filter->scale);
        scale[i] = both / out->scale;
        if (!(scale[i] < 256))
            refuse(c, "the ratio of its scales is %g", (double)scale[i]);
    }
    Value *v = value_const(c->g, F32, 1, &channels, scale);
    v->role = "scale";
    return v;
}

/* Returns the only factor, and 1 as the second one, which kernels multiply by whose filters have a
 * zero point. */
static Value *factor_and_one(Call *c, const XnnValue *filter)
{
    int64_t two = 2;
    float *factor = NEW(float, 2);
    float both = xnn_value(c, "input1")->scale * filter->scale;
    factor[0] = both / xnn_value(c, "output")->scale;
    factor[1] = 1;
    if (!(factor[0] < 256))
        refuse(c, "the ratio of its scales is %g", (double)factor[0]);
    Value *v = value_const(c->g, F32, 1, &two, factor);
    v->role = "scale";
    return v;
}

static bool fits_channels(const XnnValue *filter, int64_t channels)
{
    return filter->quant == Q_TENSOR ||
           (filter->quant == Q_CHANNEL && filter->dim[filter->axis] == channels);
}

Value *xnn_signed(Call *c, Value *v)
{
    if (!v || v->type.dtype != U8)
        return v;
    Value *bytes = value_new(c->g, I8, v->type.rank, v->type.dim);
    if (layout_is_dense(v))
        bytes->layout = v->layout;
    return map_over(c, bytes, (Named[]){{.name = "x", .value = v}, {0}}, "out(i32(x) - 128)");
}

Value *xnn_signed_result(Call *c, Value *out)
{
    return out->type.dtype == U8 ? result_as(c, out, I8) : out;
}

void xnn_finish_unsigned(Call *c, Value *bytes, Value *out)
{
    if (bytes->type.dtype == I8 && out->type.dtype == U8)
        map_over(c, out, (Named[]){{.name = "x", .value = bytes}, {0}}, "out(i32(x) + 128)");
}

/* Returns by how much the zero points of a type's bytes are greater than those of signed ones. */
static int sign_of(const XnnValue *v)
{
    return v->type == XNN_QUINT8 ? 128 : 0;
}

/* Are operand, filter and result of bytes that go together: all signed, or all unsigned? */
static bool are_bytes(const XnnValue *in, const XnnValue *filter, const XnnValue *out)
{
    bool by_channels = filter->type == XNN_QCINT8 || filter->type == XNN_QCINT4;
    bool filter_fits = filter->type == in->type || (in->type == XNN_QINT8 && by_channels);
    return xnn_is_quantised(in) && in->type == out->type && filter_fits &&
           (in->type == XNN_QUINT8 || filter->zero == 0);
}

void xnn_requantise(Call *c, Step *s, int64_t channels)
{
    const XnnValue *in = xnn_value(c, "input1"), *filter = xnn_value(c, "filter");
    const XnnValue *out = xnn_value(c, "output"), *bias = xnn_value(c, "bias");
    if (!are_bytes(in, filter, out) || !fits_channels(filter, channels))
        refuse(c, "this combination of quantised types is not there yet");
    if (bias && bias->type != XNN_QINT32 && bias->type != XNN_QCINT32)
        refuse(c, "the bias is not of 32 bits");
    int filter_zero = filter->zero - sign_of(filter), sign = sign_of(out);
    bool plain = filter_zero == 0;
    s->in[CONV_MULT] = plain ? factors(c, filter, channels) : factor_and_one(c, filter);
    s->in[CONV_QUANT] =
        weight_ints(c, plain ? 4 : 5,
                    (int64_t[]){sign_of(in) - in->zero, out->zero - sign, xnn_least(c, out) - sign,
                                xnn_most(c, out) - sign, -filter_zero});
    s->in[CONV_QUANT]->role = "range";
    s->requant = plain ? RQ_F32_RNE : RQ_F32_TWICE;
}
