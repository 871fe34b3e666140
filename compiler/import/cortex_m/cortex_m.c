/* SPDX-License-Identifier: 0BSD
 * Operators of the cortex_m dialect that are elementwise but for a table or a float in between. */
#include "graph/build.h"
#include "graph/patterns.h"
#include "import/build/conv.h"
#include "import/build/expr.h"
#include "import/build/gemm.h"
#include "import/build/lookup.h"
#include "import/build/move.h"
#include "import/build/norm.h"
#include "import/build/pool.h"
#include "import/build/slice.h"
#include "import/build/window.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

#include <math.h>

/* Looks up one entry of the table for each of the 256 values of a byte. */
void lower_cm_activation(Call *c)
{
    Value *operand[] = {arg_tensor(c, "input"), arg_tensor(c, "lut")};
    Value *out = arg_out(c, "out", operand[0]->type.rank, operand[0]->type.dim);
    need_length(c, "lut", operand[1], size_const(256));
    if (operand[0]->type.dtype != I8 || operand[0]->type.rank == 0)
        refuse(c, "a table is looked up for a tensor of i8");
    Expr *at = i32_op(E_ADD, expr_cast(expr_in(0, I8), I32), i32_number(128));
    emit_lookup(c, out, 2, operand, element_at(expr_in(1, operand[1]->type.dtype), 0, at));
}

static Value *quant_float(Call *c, const char *name)
{
    Value *v = weight_scalar(c, F32, arg_float(c, name));
    v->role = name;
    return v;
}

static Value *quant_int(Call *c, const char *name)
{
    Value *v = weight_scalar(c, I32, (double)arg_int(c, name));
    v->role = name;
    return v;
}

/* Rescales the quotient in float; x / 0 = 0. */
void lower_cm_div(Call *c)
{
    Value *a = arg_tensor(c, "self"), *b = arg_tensor(c, "other");
    if (a->type.dtype != b->type.dtype || (a->type.dtype != I8 && a->type.dtype != I16))
        refuse(c, "division of %s by %s", dtype_name((int)a->type.dtype),
               dtype_name((int)b->type.dtype));
    double most = a->type.dtype == I8 ? INT8_MAX : INT16_MAX;
    map_over(
        c, arg_out(c, "out", a->type.rank, a->type.dim),
        (Named[]){{.name = "a", .value = a},
                  {.name = "b", .value = b},
                  {.name = "za", .value = quant_int(c, "self_zero_point")},
                  {.name = "zb", .value = quant_int(c, "other_zero_point")},
                  {.name = "zero", .value = quant_int(c, "output_zero_point")},
                  {.name = "scale", .value = quant_float(c, "output_scale")},
                  {.name = "least", .number = -most - 1},
                  {.name = "most", .number = most},
                  {0}},
        "out(min(max(rint((i32(b) == zb ? f32(0) : f32(i32(a) - za) / f32(i32(b) - zb)) * scale)"
        " + f32(zero), least), most))");
}

/* Computes the softmax in float, as the dialect defines it: the multiplier and shift stand for a
 * scale. */
void lower_cm_softmax(Call *c)
{
    Value *in = arg_tensor(c, "input");
    int64_t shift = arg_int(c, "input_shift");
    if (shift < -31 || shift > 31)
        refuse(c, "a shift by %lld makes no sense", (long long)shift);
    double scale = ldexp((double)arg_int(c, "input_multiplier"),
                         (int)shift - 31 - 26); /* 5 integer bits of 31 */
    if (in->type.dtype != I8 || !(scale > 0) || arg_int(c, "output_zero_point") != -128)
        refuse(c, "a softmax of i8 needs a positive scale and the zero point -128");
    Value *out = arg_out(c, "out", in->type.rank, in->type.dim);
    Value *real = value_new(c->g, F32, in->type.rank, in->type.dim);
    Value *share = value_new(c->g, F32, in->type.rank, in->type.dim);
    Value *scale_value = weight_scalar(c, F32, scale);
    scale_value->role = "input_scale";
    map_over(c, real,
             (Named[]){{.name = "x", .value = in},
                       {.name = "zero", .value = quant_int(c, "input_zero_point")},
                       {.name = "scale", .value = scale_value},
                       {0}},
             "f32(i32(x) - zero) * scale");
    softmax(c, real, wrap_axis(c, arg_int(c, "dim"), in->type.rank), share);
    map_over(c, out, (Named[]){{.name = "share", .value = share}, {0}},
             "out(min(max(rint(share * 256) - 128, -128), 127))");
}

/* Is the tensor channels-last for the reference? It says so also where both orders are the same
 * bytes. */
static bool is_channels_last(const Value *v)
{
    const Size *one = size_const(1);
    Size *const *dim = v->type.dim;
    return dim[1] == one || (dim[2] == one && dim[3] == one) || v->layout.stride[1] == one;
}

/* Pads four axes, named in memory order; a channels-last tensor's memory is NHWC. */
void lower_cm_pad(Call *c)
{
    int64_t pre[4], post[4], before[MAX_RANK] = {0}, after[MAX_RANK] = {0};
    Value *in = arg_tensor(c, "input");
    int rank = in->type.rank;
    if (arg_ints(c, "pre_pad", pre, 4) != 4 || arg_ints(c, "post_pad", post, 4) != 4 || rank > 4)
        refuse(c, "the padding must name four axes");
    static const int nhwc[4] = {0, 3, 1, 2};
    bool last = rank == 4 && is_channels_last(in);
    for (int i = 0; i < rank; i++) {
        int from = last ? nhwc[i] : 4 - rank + i;
        before[i] = pre[from];
        after[i] = post[from];
    }
    pad_by(c, in, before, after, "pad_value");
}

void lower_cm_permute(Call *c)
{
    permute_named(c, "input", "perm");
}

void lower_cm_linear(Call *c)
{
    Value *sum = arg_maybe(c, "kernel_sum"); /* the bias with the input's zero point worked in */
    Value *bias = sum ? sum : arg_maybe(c, "bias");
    int64_t mult[1], shift[1];
    if (arg_ints(c, "requantize_multipliers", mult, 1) != 1 ||
        arg_ints(c, "requantize_shifts", shift, 1) != 1)
        refuse(c, "one multiplier and one shift are expected");
    Step *s = linear_step(c, arg_tensor(c, "input"), arg_tensor(c, "weights"), bias, "weights",
                          gemm_step);
    int64_t q[] = {sum ? 0 : arg_int(c, "input_offset"), arg_int(c, "output_offset"),
                   arg_int(c, "activation_min"), arg_int(c, "activation_max"),
                   arg_int(c, "filter_offset")};
    if (bias && bias->type.dtype != I32)
        refuse(c, "bias and kernel_sum must be i32");
    s->in[GEMM_MULT] = weight_ints(c, 1, mult);
    s->in[GEMM_SHIFT] = weight_ints(c, 1, shift);
    s->in[GEMM_QUANT] = weight_ints(c, 5, q);
    s->requant = RQ_Q31_DOUBLE;
}

void lower_cm_batch_matmul(Call *c)
{
    Value *a = arg_tensor(c, "lhs"), *b = arg_tensor(c, "rhs_transposed");
    int64_t mult = arg_int(c, "output_multiplier"), shift = arg_int(c, "output_shift");
    need_rank(c, "lhs", a, 3);
    need_rank(c, "rhs_transposed", b, 3);
    b = view_axes(c, b, 3, (int[]){0, 2, 1});
    need_equal(c, "inner sizes of the product", a->type.dim[2], b->type.dim[1]);
    need_equal(c, "batches", a->type.dim[0], b->type.dim[0]);
    Size *dim[] = {a->type.dim[0], a->type.dim[1], b->type.dim[2]};
    Step *s = gemm_step(c, a, b, NULL, arg_out(c, "out", 3, dim));
    int64_t q[] = {arg_int(c, "lhs_zero_point"), arg_int(c, "output_zero_point"), -128, 127,
                   arg_int(c, "rhs_zero_point")};
    s->in[GEMM_MULT] = weight_ints(c, 1, &mult);
    s->in[GEMM_SHIFT] = weight_ints(c, 1, &shift);
    s->in[GEMM_QUANT] = weight_ints(c, 5, q);
    s->requant = RQ_Q31_DOUBLE;
}

static Step *conv_step(Call *c, Value *in, Value *weight, Value *bias, const Window *w,
                       int64_t groups, bool transposed)
{
    Value *out = convolution_out(c, in, weight, bias, w, groups, transposed);
    return conv_into(c, in, weight, bias, w, groups, transposed, out);
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

/* Lowers convolutions. Weights are stored [O,H,W,I], of a depthwise convolution [1,H,W,O]. */
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

/* Lowers a transposed convolution. Weights are stored [O,H,W,I]. */
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

static Step *pool_of_bytes(Call *c, PoolOp op)
{
    DType type = arg_tensor(c, "input")->type.dtype;
    if (type != I8)
        refuse(c, "'input' is %s, not i8", dtype_name((int)type));
    return pool_step(c, "input", op, 2);
}

void lower_cm_max_pool(Call *c)
{
    Step *s = pool_of_bytes(c, POOL_MAX);
    int64_t q[] = {arg_int(c, "activation_min"), arg_int(c, "activation_max")};
    s->in[1] = weight_ints(c, 2, q);
}

/* The dialect defines averages in float: the multiplier and shift stand for a scale. Kernels that
 * compute in integers repeat the roundings of floats that are normal. */
void lower_cm_avg_pool(Call *c)
{
    Step *s = pool_of_bytes(c, POOL_AVG);
    int64_t zero = arg_int(c, "zero_point"), multiplier = arg_int(c, "multiplier"),
            shift = arg_int(c, "shift");
    need_int32(c, "zero point", zero);
    need_int32(c, "multiplier", multiplier);
    need_int32(c, "shift", shift);
    double scale = ldexp((double)(float)multiplier, (int)(shift < -999 ? -999 : shift) - 31);
    if (zero < INT8_MIN || zero > INT8_MAX || scale < 0x1p-96 || scale > 0x1p96 ||
        s->win.kernel[0] * s->win.kernel[1] >= 1 << 19)
        refuse(c, "averages need a zero point of i8, a scale from 2^-96 to 2^96, and windows of "
                  "fewer than 2^19 elements");
    s->in[1] = weight_numbers(c, F32, 1, (int64_t[]){2}, (double[]){(double)zero, scale});
    s->in[1]->role = "quant";
    s->requant = RQ_Q31_DOUBLE;
}
