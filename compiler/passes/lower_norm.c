/* SPDX-License-Identifier: 0BSD
 * Normalisations and softmax. */
#include "lower.h"

#include <string.h>

/* A vector of one number a channel (axis 1), as it broadcasts over `in`. */
static Named per_channel(Call *c, const char *name, Value *v, const Value *in)
{
    if (!v)
        return (Named){.name = name, .none = true};
    need_rank(c, name, v, 1);
    if (in->type.rank < 2)
        refuse(c, "there is no channel axis");
    need_equal(c, name, v->type.dim[0], in->type.dim[1]);
    int axis[MAX_RANK];
    for (int k = 0; k < in->type.rank - 1; k++)
        axis[k] = k == 0 ? 0 : -1;
    return (Named){.name = name, .value = view_axes(c, v, in->type.rank - 1, axis)};
}

void need_real(Call *c, const Value *in)
{
    if (!dtype_is_float((int)in->type.dtype))
        refuse(c, "means of %s", dtype_name((int)in->type.dtype));
}

/* In this order; the reference computes 1 / sqrt(var + eps) in double and rounds once. */
void lower_batch_norm(Call *c)
{
    Value *in = arg_tensor(c, "input");
    need_real(c, in);
    if (has_arg(c, "training") && arg_bool(c, "training"))
        refuse(c, "batch norm that updates its statistics");
    Named named[] = {{.name = "x", .value = in},
                     per_channel(c, "mean", arg_tensor(c, "running_mean"), in),
                     per_channel(c, "var", arg_tensor(c, "running_var"), in),
                     per_channel(c, "weight", arg_maybe(c, "weight"), in),
                     per_channel(c, "bias", arg_maybe(c, "bias"), in),
                     {.name = "eps", .number = arg_float(c, "eps")},
                     {0}};
    bool training_form = has_arg(c, "out");
    map_over(c, arg_out(c, training_form ? "out" : "out0", in->type.rank, in->type.dim), named,
             "(x - mean) * out(1 / sqrt(f64(var) + eps)) * weight + bias");
    arg_out_unwritten(c, training_form ? "save_mean" : "out1"); /* of training */
    arg_out_unwritten(c, training_form ? "save_invstd" : "out2");
}

/* Over `axes`; invstd = 1 / sqrt(variance + eps) in double, rounded once. */
static void statistics(Call *c, Value *in, uint32_t axes, double eps, Value *mean, Value *invstd)
{
    DType acc = loaded_dtype(in);
    Named x = {.name = "x", .value = in};
    Named pair[] = {x, {.name = "mean", .value = with_axes(c, mean, in, axes)}, {0}};
    reduce_step(c, R_MEAN, (Named[]){x, {0}}, expr_in(0, acc), axes, mean);
    Expr *square = expr_over(c, pair, acc, "(x - mean) * (x - mean)");
    Step *s = reduce_step(c, R_MEAN, pair, square, axes, invstd);
    Expr *var = expr_cast(expr_in(0, acc), F64);
    var = expr_new(E_ADD, F64, var, expr_float(eps, F64), NULL);
    s->post =
        expr_new(E_DIV, F64, expr_float(1, F64), expr_new(E_SQRT, F64, var, NULL, NULL), NULL);
}

/* With the statistics of the batch itself. */
void lower_batch_norm_no_stats(Call *c)
{
    Value *in = arg_tensor(c, "input");
    need_real(c, in);
    uint32_t axes = (uint32_t)((1ull << in->type.rank) - 1) & ~2u;
    if (in->type.rank < 2)
        refuse(c, "there is no channel axis");
    Value *out = arg_out(c, "out", in->type.rank, in->type.dim);
    Value *mean = arg_out(c, "save_mean", 1, &in->type.dim[1]);
    Value *invstd = arg_out(c, "save_invstd", 1, &in->type.dim[1]);
    statistics(c, in, axes, arg_float(c, "eps"), mean, invstd);
    Named named[] = {{.name = "x", .value = in},
                     {.name = "mean", .value = with_axes(c, mean, in, axes)},
                     {.name = "invstd", .value = with_axes(c, invstd, in, axes)},
                     per_channel(c, "weight", arg_maybe(c, "weight"), in),
                     per_channel(c, "bias", arg_maybe(c, "bias"), in),
                     {0}};
    map_over(c, out, named, "(x - mean) * invstd * weight + bias");
}

/* Doubles, for which the kernel's eps would be too coarse. */
static void norm_doubles(Call *c, Value *in, Value *weight, Value *bias, double eps, int lead,
                         Value *const out[3])
{
    uint32_t axes = all_axes(in->type.rank) & ~all_axes(lead);
    statistics(c, in, axes, eps, out[1], out[2]);
    map_over(c, out[0],
             (Named[]){{.name = "x", .value = in},
                       {.name = "mean", .value = with_axes(c, out[1], in, axes)},
                       {.name = "invstd", .value = with_axes(c, out[2], in, axes)},
                       {.name = "weight", .value = weight, .none = !weight},
                       {.name = "bias", .value = bias, .none = !bias},
                       {0}},
             "(x - mean) * invstd * weight + bias");
}

/* Rows of all elements behind the first `lead` axes; weight and bias of one row's shape. */
static void norm_step(Call *c, Value *in, Value *weight, Value *bias, double eps, int lead,
                      Value *const out[3])
{
    if (in->type.dtype == F64) {
        norm_doubles(c, in, weight, bias, eps, lead, out);
        return;
    }
    Step *s = emit_step(c, K_NORM, 3, 3);
    s->in[0] = in;
    s->in[1] = weight;
    s->in[2] = bias;
    for (int i = 0; i < 3; i++)
        s->out[i] = out[i];
    s->alpha = (float)eps;
    step_append(c->block, s);
}

static void need_row(Call *c, const char *name, const Value *v, const Value *in, int lead)
{
    if (!v)
        return;
    need_rank(c, name, v, in->type.rank - lead);
    for (int i = 0; i < v->type.rank; i++)
        need_equal(c, name, v->type.dim[i], in->type.dim[lead + i]);
}

/* The axes before those of a row: of the operand, and with one element each for the others. */
static int leading_axes(Call *c, const Value *in, Size **outer)
{
    Size *shape[MAX_RANK];
    int n = arg_sizes(c, "normalized_shape", shape, MAX_RANK), rank = in->type.rank,
        lead = rank - n;
    need_real(c, in);
    if (n < 1 || lead < 0)
        refuse(c, "the normalised shape has %d axes, the operand %d", n, rank);
    for (int i = 0; i < n; i++)
        need_equal(c, "normalised shape", in->type.dim[lead + i], shape[i]);
    for (int i = 0; i < rank; i++)
        outer[i] = i < lead ? in->type.dim[i] : size_const(1);
    return lead;
}

static void norm_into(Call *c, Value *in, int lead, Value *const out[3])
{
    Value *weight = arg_maybe(c, "weight"), *bias = arg_maybe(c, "bias"), *wide[3];
    need_row(c, "weight", weight, in, lead);
    need_row(c, "bias", bias, in, lead);
    for (int i = 0; i < 3; i++)
        wide[i] = wide_result(c, out[i]);
    norm_step(c, row_major(c, widened(c, in)), weight ? row_major(c, widened(c, weight)) : NULL,
              bias ? row_major(c, widened(c, bias)) : NULL, arg_float(c, "eps"), lead, wide);
    for (int i = 0; i < 3; i++)
        narrow_result(c, wide[i], out[i]);
}

void lower_layer_norm(Call *c)
{
    Size *outer[MAX_RANK] = {0};
    Value *in = arg_tensor(c, "input");
    int rank = in->type.rank, lead = leading_axes(c, in, outer);
    Value *out[] = {arg_out(c, "out0", rank, in->type.dim), arg_out(c, "out1", rank, outer),
                    arg_out(c, "out2", rank, outer)};
    norm_into(c, in, lead, out);
}

void layer_norm(Call *c, Value *in, Value *out)
{
    Size *outer[MAX_RANK] = {0};
    int lead = leading_axes(c, in, outer);
    Value *all[] = {out, value_new(c->g, F32, in->type.rank, outer),
                    value_new(c->g, F32, in->type.rank, outer)};
    norm_into(c, in, lead, all);
}

/* Rows of all elements of a group, then weight and bias for each channel. */
void lower_group_norm(Call *c)
{
    Value *in = arg_tensor(c, "input");
    int64_t groups = arg_int(c, "group");
    need_real(c, in);
    if (in->type.rank < 2 || groups < 1)
        refuse(c, "there are no %lld groups of channels", (long long)groups);
    need_equal(c, "channels beyond equal groups",
               size_op(S_MOD, in->type.dim[1], size_const(groups)), size_const(0));
    Size *rows[] = {in->type.dim[0], size_const(groups), NULL};
    rows[2] = size_op(S_FDIV, value_numel(in), size_op(S_MUL, rows[0], rows[1]));
    DType acc = loaded_dtype(in);
    Value *out = arg_out(c, "out0", in->type.rank, in->type.dim);
    Value *stats[] = {arg_out(c, "out1", 2, rows), arg_out(c, "out2", 2, rows)};
    Value *wide[] = {value_new(c->g, acc, 3, rows), wide_result(c, stats[0]),
                     wide_result(c, stats[1])};
    norm_step(c, reshaped(c, row_major(c, widened(c, in)), 3, rows), NULL, NULL,
              arg_float(c, "eps"), 2, wide);
    for (int i = 0; i < 2; i++)
        narrow_result(c, wide[1 + i], stats[i]);
    Value *normed = reshaped(c, wide[0], in->type.rank, in->type.dim);
    map_over(c, out,
             (Named[]){{.name = "x", .value = normed},
                       per_channel(c, "weight", arg_maybe(c, "weight"), in),
                       per_channel(c, "bias", arg_maybe(c, "bias"), in),
                       {0}},
             "x * weight + bias");
}

static void softmax_step(Call *c, const char *fn, Value *in, int axis, Value *out)
{
    Step *s = emit_step(c, K_SOFTMAX, 1, 1);
    s->in[0] = row_major(c, in);
    s->axes = 1u << axis;
    s->fn = fn;
    s->out[0] = out;
    step_append(c->block, s);
}

void softmax(Call *c, Value *in, int axis, Value *out)
{
    softmax_step(c, "softmax", in, axis, out);
}

void lower_softmax(Call *c)
{
    Value *in = arg_tensor(c, "self"), *out = arg_out(c, "out", in->type.rank, in->type.dim);
    bool plain = strcmp(c->row->name, "aten::_log_softmax.out") != 0;
    Value *wide = wide_result(c, out);
    softmax_step(c, plain ? "softmax" : "log_softmax", widened(c, in),
                 wrap_axis(c, arg_int(c, "dim"), in->type.rank), wide);
    narrow_result(c, wide, out);
}
