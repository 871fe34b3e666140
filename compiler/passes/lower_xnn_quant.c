/* SPDX-License-Identifier: 0BSD
 * Nodes of an XNNPACK delegate's graph on quantised tensors, in the arithmetic of XNNPACK's
 * kernels: fixed point where those use it, else float with one rounding (docs/numerics.md). */
#include "xnn.h"

#include <math.h>
#include <string.h>

/* -- parameters: they live in the weights -- */

Named xnn_real(Call *c, const char *role, float number)
{
    Value *v = weight_scalar(c, F32, (double)number);
    v->role = role;
    return (Named){.name = role, .value = v};
}

Named xnn_integer(Call *c, const char *role, double number)
{
    Value *v = weight_scalar(c, I32, number);
    v->role = role;
    return (Named){.name = role, .value = v};
}

bool xnn_is_quantised(const XnnValue *v)
{
    return v->type == XNN_QINT8 || v->type == XNN_QUINT8;
}

static int least_of(const XnnValue *v)
{
    return v->type == XNN_QUINT8 ? 0 : -128;
}

static int most_of(const XnnValue *v)
{
    return v->type == XNN_QUINT8 ? 255 : 127;
}

/* `real` as an element of `v`, rounded after the zero point is added. */
int xnn_quantised(const XnnValue *v, float real)
{
    float scaled = real / v->scale;
    float at = scaled + (float)v->zero;
    return (int)lrintf(fminf(fmaxf(at, (float)least_of(v)), (float)most_of(v)));
}

int xnn_least(const Call *c, const XnnValue *v)
{
    return xnn_quantised(v, c->xnn->node->lo);
}

int xnn_most(const Call *c, const XnnValue *v)
{
    return xnn_quantised(v, c->xnn->node->hi);
}

/* A result's zero point and its range, under the names zero, lo and hi. */
static void range_names(Call *c, const XnnValue *out, Named n[3])
{
    n[0] = xnn_integer(c, "zero", out->zero);
    n[1] = xnn_integer(c, "lo", xnn_least(c, out));
    n[2] = xnn_integer(c, "hi", xnn_most(c, out));
}

void xnn_need_same_scale(Call *c, const char *a, const char *b)
{
    const XnnValue *x = xnn_value(c, a), *y = xnn_value(c, b);
    if (x->type != y->type || x->scale != y->scale || x->zero != y->zero)
        refuse(c, "'%s' and '%s' are quantised in different ways", a, b);
}

/* -- conversions -- */

static const char to_bytes[] =
    "out(min(max(i32(rint(fmax(fmin(f32(x) * inverse, 32767), -32768))) + zero, lo), hi))";
static const char to_reals[] = "f32(i32(x) - zero) * scale";
static const char between_bytes[] =
    "out(min(max(shr((i32(x) - from) * factor + 128, 8) + zero, lo), hi))";

static double fixed_factor(Call *c, float ratio)
{
    double factor = rint((double)(256 * ratio));
    if (!(fabs(factor) >= 1 && fabs(factor) <= 32768))
        refuse(c, "the ratio of its scales is %g", (double)ratio);
    return factor;
}

void lower_xnn_convert(Call *c)
{
    const XnnValue *from = xnn_value(c, "input"), *to = xnn_value(c, "output");
    Named range[3];
    xnn_flags(c, 0);
    if (to->quant == Q_TOKEN) {
        xnn_bind_tensor(c, "output", xnn_quantise_rows(c, xnn_in(c, "input"), to->inner));
        return;
    }
    XnnMap m = xnn_map(c);
    Value *in = m.in[0], *out = m.out;
    bool in_bytes = xnn_is_quantised(from), out_bytes = xnn_is_quantised(to);
    if (!in_bytes && !out_bytes) {
        copy_to(c, in, out);
        return;
    }
    if (!out_bytes) {
        map_over(c, out,
                 (Named[]){{.name = "x", .value = in},
                           xnn_integer(c, "zero", from->zero),
                           xnn_real(c, "scale", from->scale),
                           {0}},
                 to_reals);
        return;
    }
    range_names(c, to, range);
    Named factor = in_bytes ? xnn_integer(c, "factor", fixed_factor(c, from->scale / to->scale))
                            : xnn_real(c, "inverse", 1 / to->scale);
    Named zero = in_bytes ? xnn_integer(c, "from", from->zero) : (Named){.name = "from"};
    map_over(c, out,
             (Named[]){{.name = "x", .value = in}, factor, range[0], range[1], range[2], zero, {0}},
             in_bytes ? between_bytes : to_bytes);
}

/* -- sums and products -- */

/* Each operand times an integer factor, the larger one of 21 bits, rounded at the common shift. */
static void add_bytes(Call *c, float sign)
{
    const XnnValue *a = xnn_value(c, "input1"), *b = xnn_value(c, "input2");
    const XnnValue *sum = xnn_value(c, "output");
    float ratio_a = a->scale / sum->scale, ratio_b = b->scale / sum->scale;
    float largest = fmaxf(ratio_a, ratio_b);
    int exponent;
    XnnMap m = xnn_map(c);
    Named range[3];
    if (fminf(ratio_a, ratio_b) < 0x1p-10f || !(largest < 0x1p+8f))
        refuse(c, "the ratios of its scales are %g and %g", (double)ratio_a, (double)ratio_b);
    frexpf(largest, &exponent);
    int shift = 21 - exponent;
    double fa = rint(ldexp((double)ratio_a, shift));
    double fb = (double)sign * rint(ldexp((double)ratio_b, shift));
    range_names(c, sum, range);
    map_over(c, m.out,
             (Named[]){{.name = "a", .value = m.in[0]},
                       {.name = "b", .value = m.in[1]},
                       xnn_integer(c, "factor_a", fa),
                       xnn_integer(c, "factor_b", fb),
                       xnn_integer(c, "bias", ldexp(1, shift - 1) - fa * a->zero - fb * b->zero),
                       xnn_integer(c, "shift", shift),
                       range[0],
                       range[1],
                       range[2],
                       {0}},
             "out(min(max(shr(i32(a) * factor_a + i32(b) * factor_b + bias, shift) + zero, lo), "
             "hi))");
}

void lower_xnn_add(Call *c)
{
    xnn_flags(c, 0);
    if (xnn_is_quantised(xnn_value(c, "output")))
        add_bytes(c, 1);
    else
        lower_xnn_map_as(c, "clamp(input1 + input2)");
}

void lower_xnn_subtract(Call *c)
{
    xnn_flags(c, 0);
    if (xnn_is_quantised(xnn_value(c, "output")))
        add_bytes(c, -1);
    else
        lower_xnn_map_as(c, "clamp(input1 - input2)");
}

static void multiply_bytes(Call *c)
{
    const XnnValue *a = xnn_value(c, "input1"), *b = xnn_value(c, "input2");
    const XnnValue *product = xnn_value(c, "output");
    float scale = a->scale * b->scale;
    XnnMap m = xnn_map(c);
    Named range[3];
    range_names(c, product, range);
    map_over(c, m.out,
             (Named[]){{.name = "a", .value = m.in[0]},
                       {.name = "b", .value = m.in[1]},
                       xnn_integer(c, "zero_a", a->zero),
                       xnn_integer(c, "zero_b", b->zero),
                       xnn_real(c, "scale", scale / product->scale),
                       range[0],
                       range[1],
                       range[2],
                       {0}},
             "out(min(max(i32(rint(fmax(fmin(f32((i32(a) - zero_a) * (i32(b) - zero_b)) * scale, "
             "32767), -32768))) + zero, lo), hi))");
}

void lower_xnn_multiply(Call *c)
{
    xnn_flags(c, 0);
    if (xnn_is_quantised(xnn_value(c, "output")))
        multiply_bytes(c);
    else
        lower_xnn_map_as(c, "clamp(input1 * input2)");
}

/* -- activations -- */

void lower_xnn_clamp(Call *c)
{
    const XnnValue *from = xnn_value(c, "input"), *to = xnn_value(c, "output");
    Named range[3];
    xnn_flags(c, 0);
    if (!xnn_is_quantised(to) || from->scale != to->scale || from->zero != to->zero) {
        lower_xnn_map_as(c, "clamp(input)");
        return;
    }
    XnnMap m = xnn_map(c);
    range_names(c, to, range);
    map_over(c, m.out, (Named[]){{.name = "x", .value = m.in[0]}, range[1], range[2], {0}},
             "out(min(max(i32(x), lo), hi))");
}

void lower_xnn_leaky_relu(Call *c)
{
    const XnnValue *from = xnn_value(c, "input"), *to = xnn_value(c, "output");
    float slope = xnn_float(c, "negative_slope");
    Named range[3];
    xnn_flags(c, 0);
    if (!xnn_is_quantised(to)) {
        lower_xnn_map_as(c, "input >= 0 ? input : input * negative_slope");
        return;
    }
    float ratio = from->scale / to->scale;
    XnnMap m = xnn_map(c);
    range_names(c, to, range);
    map_over(c, m.out,
             (Named[]){{.name = "x", .value = m.in[0]},
                       xnn_integer(c, "from", from->zero),
                       xnn_integer(c, "above", fixed_factor(c, ratio)),
                       xnn_integer(c, "below", fixed_factor(c, ratio * slope)),
                       range[0],
                       range[1],
                       range[2],
                       {0}},
             "out(min(max(shr((i32(x) - from) * (i32(x) > from ? above : below) + 128, 8) + zero, "
             "lo), hi))");
}

/* -- means -- */

/* Sums of n integers, then one product and one rounding; n zero points go with the result's. */
static void mean_of_sums(Call *c, Value *sum, Size *n, Value *out)
{
    const XnnValue *from = xnn_value(c, "input"), *to = xnn_value(c, "output");
    float ratio = from->scale / to->scale;
    Named range[3];
    range_names(c, to, range);
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

/* -- convolutions and products -- */

/* One factor for each output channel: the scales of input and filter against the result's. */
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

static bool fits_channels(const XnnValue *filter, int64_t channels)
{
    return filter->quant == Q_TENSOR ||
           (filter->quant == Q_CHANNEL && filter->dim[filter->axis] == channels);
}

void xnn_requantise(Call *c, Step *s, int64_t channels)
{
    const XnnValue *in = xnn_value(c, "input1"), *filter = xnn_value(c, "filter");
    const XnnValue *out = xnn_value(c, "output"), *bias = xnn_value(c, "bias");
    if (in->type != XNN_QINT8 || out->type != XNN_QINT8 ||
        (filter->type != XNN_QINT8 && filter->type != XNN_QCINT8) || filter->zero != 0 ||
        !fits_channels(filter, channels))
        refuse(c, "this combination of quantised types is not there yet");
    if (bias && bias->type != XNN_QINT32 && bias->type != XNN_QCINT32)
        refuse(c, "the bias is not of 32 bits");
    s->in[CONV_MULT] = factors(c, filter, channels);
    s->in[CONV_QUANT] =
        weight_ints(c, 4, (int64_t[]){-in->zero, out->zero, xnn_least(c, out), xnn_most(c, out)});
    s->in[CONV_QUANT]->role = "range";
    s->requant = RQ_F32_RNE;
}
