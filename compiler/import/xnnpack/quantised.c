/* SPDX-License-Identifier: 0BSD
 * Nodes of an XNNPACK delegate's graph on quantised tensors, in the arithmetic of XNNPACK's
 * kernels: fixed point where those use it, else float with one rounding (docs/numerics.md). */
#include "import/build/copy.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/xnnpack/map.h"
#include "import/xnnpack/node.h"
#include "import/xnnpack/requantise.h"
#include "import/xnnpack/rows.h"

#include <math.h>

static const char to_bytes[] =
    "out(i32(rint(fmax(fmin(f32(x) * inverse, f32(hi - zero)), f32(lo - zero)))) + zero)";
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
    if (from->quant == Q_TOKEN || (to->quant == Q_TOKEN && from->quant != Q_NONE))
        refuse(c, "only floats are quantised by rows, and only products read those");
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
    xnn_range_names(c, to, range);
    Named factor = in_bytes ? xnn_integer(c, "factor", fixed_factor(c, from->scale / to->scale))
                            : xnn_real(c, "inverse", 1 / to->scale);
    Named zero = in_bytes ? xnn_integer(c, "from", from->zero) : (Named){.name = "from"};
    map_over(c, out,
             (Named[]){{.name = "x", .value = in}, factor, range[0], range[1], range[2], zero, {0}},
             in_bytes ? between_bytes : to_bytes);
}

/* Adds as XNNPACK does: each operand times an integer factor, the larger one of 21 bits, rounded at
 * the common shift. */
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
    xnn_range_names(c, sum, range);
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
    xnn_range_names(c, product, range);
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
             "out(i32(rint(fmax(fmin(f32((i32(a) - zero_a) * (i32(b) - zero_b)) * scale, "
             "f32(hi - zero)), f32(lo - zero)))) + zero)");
}

void lower_xnn_multiply(Call *c)
{
    xnn_flags(c, 0);
    if (xnn_is_quantised(xnn_value(c, "output")))
        multiply_bytes(c);
    else
        lower_xnn_map_as(c, "clamp(input1 * input2)");
}

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
    xnn_range_names(c, to, range);
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
    xnn_range_names(c, to, range);
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
