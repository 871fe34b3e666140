/* SPDX-License-Identifier: 0BSD
 * Operators with a sliding window: convolutions and pooling, float and quantised. */
#include "lower.h"

#include <string.h>

/* -- windows -- */

/* Lists of window arguments may have one element for all axes. */
static void window_list(Call *c, const char *name, int rank, int64_t lowest, int64_t *out,
                        int64_t absent)
{
    int n = has_arg(c, name) ? arg_ints(c, name, out, 3) : 0;
    if (n != 0 && n != 1 && n != rank)
        refuse(c, "'%s' has %d elements, the window %d axes", name, n, rank);
    for (int i = n ? n : 0; i < rank; i++)
        out[i] = n ? out[0] : absent;
    for (int i = 0; i < rank; i++)
        if (out[i] < lowest || out[i] > INT16_MAX)
            refuse(c, "%s %lld makes no sense", name, (long long)out[i]);
}

/* Number of window positions along one axis. */
Size *window_size(Size *in, const Window *w, int i, bool ceil_mode)
{
    int64_t reach = w->dilation[i] * (w->kernel[i] - 1) + 1, pad = 2 * w->pad[i];
    Size *span = size_op(S_ADD, in, size_const(pad - reach));
    if (!ceil_mode)
        return size_op(S_ADD, size_op(S_FDIV, span, size_const(w->stride[i])), size_const(1));
    Size *n = size_op(S_ADD,
                      size_op(S_FDIV, size_op(S_ADD, span, size_const(w->stride[i] - 1)),
                              size_const(w->stride[i])),
                      size_const(1));
    /* the last window must start inside the input or its left padding */
    Size *last =
        size_op(S_FDIV, size_op(S_ADD, in, size_const(w->pad[i] - 1)), size_const(w->stride[i]));
    return size_op(S_MIN, n, size_op(S_ADD, last, size_const(1)));
}

void conv_window(Call *c, Window *w, int rank)
{
    w->rank = rank;
    window_list(c, "stride", rank, 1, w->stride, 1);
    window_list(c, "padding", rank, 0, w->pad, 0);
    window_list(c, "dilation", rank, 1, w->dilation, 1);
}

/* Number of positions that the windows of a transposed convolution reach along one axis. */
static Size *reached_size(Size *in, const Window *w, int i)
{
    int64_t reach = w->dilation[i] * (w->kernel[i] - 1) + 1;
    Size *first = size_op(S_MUL, size_op(S_ADD, in, size_const(-1)), size_const(w->stride[i]));
    return size_op(S_ADD, first, size_const(reach + w->out_pad[i] - 2 * w->pad[i]));
}

Step *conv_into(Call *c, Value *in, Value *weight, Value *bias, const Window *w, int64_t groups,
                bool transposed, Value *out)
{
    Step *s = emit_step(c, K_CONV, CONV_OPERANDS, 1);
    s->in[CONV_IN] = in;
    s->in[CONV_WEIGHT] = weight;
    s->in[CONV_BIAS] = bias;
    s->out[0] = out;
    s->win = *w;
    s->groups = groups;
    s->transposed = transposed;
    step_append(c->block, s);
    return s;
}

static Step *conv_step(Call *c, Value *in, Value *weight, Value *bias, const Window *w,
                       int64_t groups, bool transposed)
{
    Size *dim[MAX_RANK] = {in->type.dim[0], weight->type.dim[0]};
    if (transposed)
        dim[1] = size_op(S_MUL, weight->type.dim[1], size_const(groups));
    for (int i = 0; i < w->rank; i++) {
        dim[2 + i] = transposed ? reached_size(in->type.dim[2 + i], w, i)
                                : window_size(in->type.dim[2 + i], w, i, false);
        if (dim[2 + i]->hi <= 0)
            refuse(c, "the window is larger than the padded input");
    }
    if (bias)
        need_length(c, "bias", bias, dim[1]);
    return conv_into(c, in, weight, bias, w, groups, transposed,
                     arg_out(c, "out", 2 + w->rank, dim));
}

static void need_groups(Call *c, const Value *in, const Value *weight, int64_t groups)
{
    Size *channels = in->type.dim[1];
    if (groups < 1 || groups > INT32_MAX)
        refuse(c, "%lld groups make no sense", (long long)groups);
    need_equal(c, "channels", channels, size_op(S_MUL, weight->type.dim[1], size_const(groups)));
    if (known_size(c, weight->type.dim[0]) % groups)
        refuse(c, "the output channels do not divide into %lld groups", (long long)groups);
}

void lower_convolution(Call *c)
{
    Value *in = arg_tensor(c, "input"), *weight = arg_tensor(c, "weight");
    int rank = in->type.rank - 2;
    if (rank < 1 || rank > 2)
        refuse(c, "convolutions over %d axes are not there yet", rank);
    need_rank(c, "weight", weight, rank + 2);
    Window w = {0};
    conv_window(c, &w, rank);
    for (int i = 0; i < rank; i++)
        w.kernel[i] = known_size(c, weight->type.dim[2 + i]);
    int64_t groups = arg_int(c, "groups");
    bool transposed = arg_bool(c, "transposed");
    if (transposed) {
        window_list(c, "output_padding", rank, 0, w.out_pad, 0);
        need_equal(c, "channels", in->type.dim[1], weight->type.dim[0]);
        if (groups < 1 || known_size(c, weight->type.dim[0]) % groups)
            refuse(c, "the channels do not divide into %lld groups", (long long)groups);
    } else {
        need_groups(c, in, weight, groups);
    }
    conv_step(c, in, weight, arg_maybe(c, "bias"), &w, groups, transposed);
}

static void requantise_conv(Call *c, Step *s)
{
    int64_t q[] = {arg_int(c, "input_offset"), arg_int(c, "output_offset"),
                   arg_int(c, "activation_min"), arg_int(c, "activation_max")};
    s->in[CONV_MULT] = arg_tensor(c, "requantize_multipliers");
    s->in[CONV_SHIFT] = arg_tensor(c, "requantize_shifts");
    need_length(c, "requantize_multipliers", s->in[CONV_MULT], s->out[0]->type.dim[1]);
    need_length(c, "requantize_shifts", s->in[CONV_SHIFT], s->out[0]->type.dim[1]);
    for (int i = CONV_BIAS; i <= CONV_SHIFT; i++)
        if (s->in[i] && s->in[i]->type.dtype != I32)
            refuse(c, "bias, multipliers and shifts must be i32");
    s->in[CONV_QUANT] = weight_ints(c, 4, q);
    s->requant = RQ_Q31_DOUBLE;
}

/* Weights are stored [O,H,W,I], of a depthwise convolution [1,H,W,O]. */
void lower_cm_conv(Call *c)
{
    static const int dense[] = {0, 3, 1, 2}, depthwise[] = {3, 0, 1, 2};
    bool deep = has_arg(c, "depth_multiplier");
    Value *in = arg_tensor(c, "input"), *stored = arg_tensor(c, "weight");
    need_rank(c, "input", in, 4);
    need_rank(c, "weight", stored, 4);
    Value *weight = view_axes(c, stored, 4, deep ? depthwise : dense);
    Window w = {0};
    conv_window(c, &w, 2);
    w.kernel[0] = known_size(c, stored->type.dim[1]);
    w.kernel[1] = known_size(c, stored->type.dim[2]);
    int64_t inner = known_size(c, weight->type.dim[1]), channels = known_size(c, in->type.dim[1]);
    if (inner < 1 || channels % inner)
        refuse(c, "%lld channels do not divide into groups of %lld", (long long)channels,
               (long long)inner);
    need_groups(c, in, weight, channels / inner);
    Step *s = conv_step(c, in, weight, arg_maybe(c, "bias"), &w, channels / inner, false);
    requantise_conv(c, s);
}

/* Weights are stored [O,H,W,I]. */
void lower_cm_conv_transpose(Call *c)
{
    Value *in = arg_tensor(c, "input"), *stored = arg_tensor(c, "weight");
    need_rank(c, "input", in, 4);
    need_rank(c, "weight", stored, 4);
    Value *weight = view_axes(c, stored, 4, (int[]){3, 0, 1, 2});
    Window w = {0};
    conv_window(c, &w, 2);
    window_list(c, "output_padding", 2, 0, w.out_pad, 0);
    w.kernel[0] = known_size(c, stored->type.dim[1]);
    w.kernel[1] = known_size(c, stored->type.dim[2]);
    need_equal(c, "channels", in->type.dim[1], weight->type.dim[0]);
    requantise_conv(c, conv_step(c, in, weight, arg_maybe(c, "bias"), &w, 1, true));
}

/* -- pooling -- */

/* Of what a kernel takes: `in` and `out` as floats if they are halves. */
static Step *pool_step(Call *c, const char *input, PoolOp op, int nin, int nout, bool ceil_mode)
{
    Value *in = arg_tensor(c, input);
    if (in->type.rank != 4)
        refuse(c, "pooling of a tensor of rank %d is not there yet", in->type.rank);
    Step *s = emit_step(c, K_POOL, nin, nout);
    s->pool = op;
    s->win.rank = 2;
    window_list(c, "kernel_size", 2, 1, s->win.kernel, 1);
    int64_t given[3];
    if (arg_ints(c, "stride", given, 3) > 0)
        window_list(c, "stride", 2, 1, s->win.stride, 1);
    else
        memcpy(s->win.stride, s->win.kernel, sizeof s->win.stride);
    window_list(c, "padding", 2, 0, s->win.pad, 0);
    window_list(c, "dilation", 2, 1, s->win.dilation, 1);
    Size *dim[MAX_RANK] = {in->type.dim[0], in->type.dim[1]};
    for (int i = 0; i < 2; i++) {
        if (2 * s->win.pad[i] > s->win.kernel[i])
            refuse(c, "the padding is more than half the window");
        dim[2 + i] = window_size(in->type.dim[2 + i], &s->win, i, ceil_mode);
        if (dim[2 + i]->hi <= 0)
            refuse(c, "the window is larger than the padded input");
    }
    Value *out = arg_out(c, "out", 4, dim);
    s->in[0] = widened(c, in);
    s->out[0] = wide_result(c, out);
    if (has_arg(c, "indices"))
        s->out[1] = arg_out_indices(c, 4, dim);
    step_append(c->block, s);
    narrow_result(c, s->out[0], out);
    return s;
}

void lower_avg_pool2d(Call *c)
{
    Step *s = pool_step(c, "self", POOL_AVG, 1, 1, arg_bool(c, "ceil_mode"));
    s->count_pad = arg_bool(c, "count_include_pad");
    if (arg_given(c, "divisor_override")) {
        s->divisor = arg_int(c, "divisor_override");
        if (s->divisor == 0 || s->divisor > INT32_MAX || s->divisor < INT32_MIN)
            refuse(c, "divisor %lld makes no sense", (long long)s->divisor);
    }
}

void lower_max_pool2d(Call *c)
{
    /* bytes have a clamp that lives in the weights, here none */
    int nin = arg_tensor(c, "self")->type.dtype == I8 ? 2 : 1;
    pool_step(c, "self", POOL_MAX, nin, 2, arg_bool(c, "ceil_mode"));
}

void lower_cm_max_pool(Call *c)
{
    Step *s = pool_step(c, "input", POOL_MAX, 2, 2, arg_bool(c, "ceil_mode"));
    int64_t q[] = {arg_int(c, "activation_min"), arg_int(c, "activation_max")};
    s->in[1] = weight_ints(c, 2, q);
}

/* Windows of equal size if the sizes divide, else averages with a window for each output. */
void lower_adaptive_avg_pool2d(Call *c)
{
    Value *in = arg_tensor(c, "self");
    Size *size[2];
    need_rank(c, "self", in, 4);
    if (arg_sizes(c, "output_size", size, 2) != 2)
        refuse(c, "two output sizes are expected");
    Size *dim[] = {in->type.dim[0], in->type.dim[1], size[0], size[1]};
    Window w = {.rank = 2, .dilation = {1, 1}};
    bool even = true;
    for (int i = 0; i < 2; i++) {
        if (!size_is_const(in->type.dim[2 + i]) || !size_is_const(size[i]) || size[i]->lo < 1)
            refuse(c, "adaptive pooling of sizes that are known only at run time");
        int64_t n = known_size(c, in->type.dim[2 + i]), m = known_size(c, size[i]);
        even &= n % m == 0;
        w.kernel[i] = w.stride[i] = n / m;
    }
    Value *out = arg_out(c, "out", 4, dim);
    if (!even) {
        average_adaptively(c, in, out);
        return;
    }
    Step *s = emit_step(c, K_POOL, 1, 1);
    s->pool = POOL_AVG;
    s->win = w;
    s->in[0] = widened(c, in);
    s->out[0] = wide_result(c, out);
    step_append(c->block, s);
    narrow_result(c, s->out[0], out);
}

void lower_cm_avg_pool(Call *c)
{
    Step *s = pool_step(c, "input", POOL_AVG, 2, 1, arg_bool(c, "ceil_mode"));
    int64_t q[] = {arg_int(c, "zero_point"), arg_int(c, "multiplier"), arg_int(c, "shift")};
    s->in[1] = weight_ints(c, 3, q);
    s->requant = RQ_Q31_DOUBLE;
}
