/* SPDX-License-Identifier: 0BSD
 * Operators with a sliding window: convolutions and pooling, float and quantised. */
#include "lower.h"

#include <math.h>
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

void kernel_extents(Call *c, Window *w, const Value *weight)
{
    for (int i = 0; i < w->rank; i++) {
        w->kernel[i] = known_size(c, weight->type.dim[2 + i]);
        if (w->kernel[i] == 0)
            refuse(c, "the kernel has no elements");
    }
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

static Value *conv_out(Call *c, Value *in, Value *weight, Value *bias, const Window *w,
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
    return arg_out(c, "out", 2 + w->rank, dim);
}

static Step *conv_step(Call *c, Value *in, Value *weight, Value *bias, const Window *w,
                       int64_t groups, bool transposed)
{
    Value *out = conv_out(c, in, weight, bias, w, groups, transposed);
    return conv_into(c, in, weight, bias, w, groups, transposed, out);
}

void need_groups(Call *c, const Value *in, const Value *weight, int64_t groups)
{
    Size *channels = in->type.dim[1];
    if (groups < 1 || groups > INT32_MAX)
        refuse(c, "%lld groups make no sense", (long long)groups);
    need_equal(c, "channels", channels, size_op(S_MUL, weight->type.dim[1], size_const(groups)));
    need_equal(c, "output channels beyond equal groups",
               size_op(S_MOD, weight->type.dim[0], size_const(groups)), size_const(0));
}

Value *convolved(Call *c, Value *in, Value *weight, Value *bias, bool transposed, Value **out)
{
    int rank = in->type.rank - 2;
    if (rank < 1 || rank > 3)
        refuse(c, "convolutions over %d axes are not there yet", rank);
    need_rank(c, "weight", weight, rank + 2);
    Window w = {0};
    conv_window(c, &w, rank);
    kernel_extents(c, &w, weight);
    int64_t groups = arg_int(c, "groups");
    if (rank == 3)
        need_known_volume(c, in);
    if (transposed) {
        window_list(c, "output_padding", rank, 0, w.out_pad, 0);
        need_equal(c, "channels", in->type.dim[1], weight->type.dim[0]);
        if (groups < 1 || known_size(c, weight->type.dim[0]) % groups)
            refuse(c, "the channels do not divide into %lld groups", (long long)groups);
    } else {
        need_groups(c, in, weight, groups);
    }
    *out = conv_out(c, in, weight, bias, &w, groups, transposed);
    Value *sums = result_as(c, *out, in->type.dtype);
    if (rank < 3)
        conv_into(c, in, weight, bias, &w, groups, transposed, sums);
    else if (transposed)
        convolve_volume_transposed(c, in, weight, bias, &w, groups, sums);
    else
        convolve_volume(c, in, weight, bias, &w, groups, sums);
    return sums;
}

void convolution_by(Call *c, Value *weight, bool transposed)
{
    Value *in = arg_tensor(c, "input"), *bias = arg_maybe(c, "bias"), *out;
    if (dtype_is_int((int)in->type.dtype)) { /* what small integers keep of a sum is the same */
        in = as_dtype(c, in, I64);
        weight = as_dtype(c, weight, I64);
        bias = bias ? as_dtype(c, bias, I64) : NULL;
    }
    Value *sums = convolved(c, in, weight, bias, transposed, &out);
    narrow_result(c, sums, out);
}

void lower_convolution(Call *c)
{
    convolution_by(c, arg_tensor(c, "weight"),
                   has_arg(c, "transposed") && arg_bool(c, "transposed"));
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
    kernel_extents(c, &w, weight);
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
    kernel_extents(c, &w, weight);
    need_equal(c, "channels", in->type.dim[1], weight->type.dim[0]);
    requantise_conv(c, conv_step(c, in, weight, arg_maybe(c, "bias"), &w, 1, true));
}

/* -- pooling -- */

void pool_window(Call *c, Window *w, int rank)
{
    int64_t given[3];
    w->rank = rank;
    window_list(c, "kernel_size", rank, 1, w->kernel, 1);
    if (arg_ints(c, "stride", given, 3) > 0)
        window_list(c, "stride", rank, 1, w->stride, 1);
    else
        memcpy(w->stride, w->kernel, sizeof w->stride);
    window_list(c, "padding", rank, 0, w->pad, 0);
    window_list(c, "dilation", rank, 1, w->dilation, 1);
    for (int i = 0; i < rank; i++)
        if (2 * w->pad[i] > w->kernel[i])
            refuse(c, "the padding is more than half the window");
}

void pooled_dims(Call *c, const Window *w, const Value *in, bool ceil_mode, Size **dim)
{
    int first = in->type.rank - w->rank;
    memcpy(dim, in->type.dim, (size_t)first * sizeof *dim);
    for (int i = 0; i < w->rank; i++) {
        dim[first + i] = window_size(in->type.dim[first + i], w, i, ceil_mode);
        if (dim[first + i]->hi <= 0)
            refuse(c, "the window is larger than the padded input");
    }
}

/* Of what a kernel takes. */
static DType pooled_type(const Value *in, PoolOp op)
{
    return in->type.dtype == I8 ? I8 : op == POOL_MAX ? kernel_type(in) : loaded_dtype(in);
}

Step *pool_planes(Call *c, PoolOp op, Value *in, int nin, const Window *w, Value *out,
                  Value *indices)
{
    Step *s = emit_step(c, K_POOL, nin, op == POOL_MAX ? 2 : 1);
    s->pool = op;
    s->win = *w;
    s->in[0] = as_dtype(c, in, pooled_type(in, op));
    s->out[0] = result_as(c, out, pooled_type(in, op));
    if (op == POOL_MAX)
        s->out[1] = indices;
    step_append(c->block, s);
    narrow_result(c, s->out[0], out);
    return s;
}

static Step *pool_step(Call *c, const char *input, PoolOp op, int nin)
{
    Value *in = arg_tensor(c, input);
    if (in->type.rank != 4)
        refuse(c, "pooling of a tensor of rank %d is not there yet", in->type.rank);
    Window w = {0};
    pool_window(c, &w, 2);
    Size *dim[MAX_RANK] = {0};
    pooled_dims(c, &w, in, arg_bool(c, "ceil_mode"), dim);
    Value *out = arg_out(c, "out", 4, dim);
    return pool_planes(c, op, in, nin, &w, out,
                       has_arg(c, "indices") ? arg_out_indices(c, 4, dim) : NULL);
}

int64_t arg_divisor(Call *c)
{
    if (!arg_given(c, "divisor_override"))
        return 0;
    int64_t divisor = arg_int(c, "divisor_override");
    if (divisor == 0 || divisor > INT32_MAX || divisor < INT32_MIN)
        refuse(c, "divisor %lld makes no sense", (long long)divisor);
    return divisor;
}

void lower_avg_pool2d(Call *c)
{
    Step *s = pool_step(c, "self", POOL_AVG, 1);
    s->count_pad = arg_bool(c, "count_include_pad");
    s->divisor = arg_divisor(c);
}

void lower_max_pool2d(Call *c)
{
    /* bytes have a clamp that lives in the weights, here none */
    int nin = arg_tensor(c, "self")->type.dtype == I8 ? 2 : 1;
    pool_step(c, "self", POOL_MAX, nin);
}

void lower_cm_max_pool(Call *c)
{
    Step *s = pool_step(c, "input", POOL_MAX, 2);
    int64_t q[] = {arg_int(c, "activation_min"), arg_int(c, "activation_max")};
    s->in[1] = weight_ints(c, 2, q);
}

/* In float, as the dialect defines it: the multiplier and shift stand for a scale. */
void lower_cm_avg_pool(Call *c)
{
    Step *s = pool_step(c, "input", POOL_AVG, 2);
    int64_t zero = arg_int(c, "zero_point"), multiplier = arg_int(c, "multiplier"),
            shift = arg_int(c, "shift");
    need_int32(c, "zero point", zero);
    need_int32(c, "multiplier", multiplier);
    need_int32(c, "shift", shift);
    double scale = ldexp((double)(float)multiplier, (int)(shift < -999 ? -999 : shift) - 31);
    s->in[1] = weight_numbers(c, F32, 1, (int64_t[]){2}, (double[]){(double)zero, scale});
    s->in[1]->role = "quant";
    s->requant = RQ_Q31_DOUBLE;
}
