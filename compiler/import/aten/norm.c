/* SPDX-License-Identifier: 0BSD
 * Normalisations and softmax. */
#include "import/build/norm.h"
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/build/reduce.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"

#include <string.h>

/* Views `v`, a vector of one number a channel (axis 1), so that it broadcasts over `in`. NULL is an
 * argument that is not given. */
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

/* Computes in the reference's order, which takes 1 / sqrt(var + eps) in double and rounds once. */
void lower_batch_norm(Call *c)
{
    Value *in = arg_tensor(c, "input");
    need_real(c, in);
    if (has_arg(c, "training") && arg_bool(c, "training"))
        refuse(c, "batch norm that updates its statistics is not there; "
                  "export the model in eval mode");
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
    arg_out_unwritten(c, training_form ? "save_mean" : "out1"); /* only training has them */
    arg_out_unwritten(c, training_form ? "save_invstd" : "out2");
}

/* Normalises with the statistics of the batch itself, which are results too. */
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
    norm_statistics(c, in, axes, arg_float(c, "eps"), mean, invstd);
    Named named[] = {{.name = "x", .value = in},
                     {.name = "mean", .value = with_axes(c, mean, in, axes)},
                     {.name = "invstd", .value = with_axes(c, invstd, in, axes)},
                     per_channel(c, "weight", arg_maybe(c, "weight"), in),
                     per_channel(c, "bias", arg_maybe(c, "bias"), in),
                     {0}};
    map_over(c, out, named, "(x - mean) * invstd * weight + bias");
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

/* Sets the axes of a row behind the first two axes of `rows`: the channels of a group, and what is
 * behind the channels. Returns how many axes there are then. */
static int group_axes(Call *c, const Value *in, int64_t groups, Size **rows)
{
    if (in->type.rank == MAX_RANK)
        refuse(c, "'input' has %d axes, with the groups one too many", in->type.rank);
    rows[2] = size_op(S_FDIV, in->type.dim[1], size_const(groups));
    for (int i = 2; i < in->type.rank; i++)
        rows[1 + i] = in->type.dim[i];
    return in->type.rank + 1;
}

/* Normalises rows of all elements of a group, then applies weight and bias for each channel. */
void lower_group_norm(Call *c)
{
    Value *in = arg_tensor(c, "input");
    int64_t groups = arg_int(c, "group");
    need_real(c, in);
    if (in->type.rank < 2 || groups < 1)
        refuse(c, "there are no %lld groups of channels", (long long)groups);
    need_equal(c, "channels beyond equal groups",
               size_op(S_MOD, in->type.dim[1], size_const(groups)), size_const(0));
    Size *rows[MAX_RANK] = {in->type.dim[0], size_const(groups)};
    int rank = group_axes(c, in, groups, rows);
    DType acc = loaded_dtype(in);
    Value *out = arg_out(c, "out0", in->type.rank, in->type.dim);
    Value *stats[] = {arg_out(c, "out1", 2, rows), arg_out(c, "out2", 2, rows)};
    Value *wide[] = {value_new(c->g, acc, rank, rows), result_as(c, stats[0], acc),
                     result_as(c, stats[1], acc)};
    norm_step(c, reshaped(c, row_major(c, widened(c, in)), rank, rows), NULL, NULL,
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

void lower_softmax(Call *c)
{
    Value *in = arg_tensor(c, "self"), *out = arg_out(c, "out", in->type.rank, in->type.dim);
    bool plain = strcmp(c->row->name, "aten::_log_softmax.out") != 0;
    Value *wide = wide_result(c, out);
    softmax_step(c, plain ? FN_SOFTMAX : FN_LOG_SOFTMAX, widened(c, in),
                 wrap_axis(c, arg_int(c, "dim"), in->type.rank), wide);
    narrow_result(c, wide, out);
}
