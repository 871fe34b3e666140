/* SPDX-License-Identifier: 0BSD
 * Gradients, for training on the device. */
#include "graph/build.h"
#include "import/build/conv.h"
#include "import/build/copy.h"
#include "import/build/pool.h"
#include "import/build/reduce.h"
#include "import/build/rows.h"
#include "import/build/window.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

#include <string.h>

static Value *zeros_like(Call *c, const Value *v)
{
    Value *out = value_new(c->g, v->type.dtype, v->type.rank, v->type.dim);
    return emit_map(c, out, 0, NULL, expr_number(0, loaded_dtype(out)));
}

/* Adds each output's gradient where its maximum was, a position within the plane. */
void lower_max_pool_backward(Call *c)
{
    Value *grad = arg_tensor(c, "grad_output"), *whole = arg_tensor(c, "self");
    Value *index = arg_tensor(c, "indices");
    int rank = whole->type.rank;
    if (rank != 3 && rank != 4)
        refuse(c, "'self' has rank %d, not 3 or 4", rank);
    need_rank(c, "grad_output", grad, rank);
    need_rank(c, "indices", index, rank);
    Value *self = as_images(c, whole);
    grad = as_images(c, grad);
    index = as_images(c, index);
    if (index->type.dtype != I64)
        refuse(c, "'indices' are %s, not i64", dtype_name((int)index->type.dtype));
    for (int i = 0; i < 4; i++) {
        need_equal(c, "extents", grad->type.dim[i], index->type.dim[i]);
        if (i < 2)
            need_equal(c, "planes", grad->type.dim[i], self->type.dim[i]);
    }
    Size *const *dim = self->type.dim, *n = value_numel(self), *m = value_numel(grad);
    OperandList in = {0};
    PUSH(in.item, in.count, index);
    Expr *plane = expr_size(c, size_op(S_MUL, dim[2], dim[3]), I64, &in);
    Expr *batch = expr_new(E_MUL, I64, expr_axis(0), expr_size(c, dim[1], I64, &in), NULL);
    Expr *planes = expr_new(E_ADD, I64, batch, expr_axis(1), NULL);
    Expr *first = expr_new(E_MUL, I64, planes, plane, NULL), *i = expr_in(0, I64);
    Expr *inside = expr_new(E_AND, BOOL, expr_new(E_LE, I64, expr_int(0, I64), i, NULL),
                            expr_new(E_LT, I64, i, plane, NULL), NULL);
    Expr *at = expr_new(E_ADD, I64, first, i, NULL);
    Expr *outside = expr_size(c, n, I64, &in);
    Value *position = value_new(c->g, I64, 4, index->type.dim);
    emit_map(c, position, in.count, in.item, expr_new(E_SELECT, I64, inside, at, outside));
    Value *out = arg_out(c, "grad_input", rank, whole->type.dim);
    scatter_rows(c, reshaped(c, zeros_like(c, self), 1, &n), reshaped(c, position, 1, &m),
                 reshaped(c, row_major(c, grad), 1, &m), 0, FN_ADD, out);
}

/* Returns the input as [channels of a group, batch], or [channels of a group, groups * batch], the
 * order in which its groups can be convolved with those of the gradient. */
static Value *channels_first(Call *c, Value *in, int64_t groups)
{
    static const int swap[] = {1, 0, 2, 3}, group_inside[] = {2, 1, 0, 3, 4};
    int rank = in->type.rank;
    Size *const *d = in->type.dim, *g = size_const(groups);
    if (groups == 1)
        return view_axes(c, in, rank, swap);
    Size *each = size_op(S_FDIV, d[1], g);
    Value *split =
        reshaped(c, row_major(c, in), rank + 1, (Size *[]){d[0], g, each, d[2], d[rank - 1]});
    Value *ordered = row_major(c, view_axes(c, split, rank + 1, group_inside));
    return reshaped(c, ordered, rank, (Size *[]){each, size_op(S_MUL, g, d[0]), d[2], d[rank - 1]});
}

/* Computes the weight's gradient: the convolution of the input with the output's gradient, batch
 * and channels having changed places, stride and dilation too. It may have more positions than the
 * weight; the first ones are it. */
static void weight_gradient(Call *c, Value *grad, Value *in, const Window *w, int64_t groups,
                            Value *out)
{
    static const int swap[] = {1, 0, 2, 3};
    Window over = *w;
    int rank = in->type.rank;
    Size *dim[4] = {out->type.dim[1], grad->type.dim[1]};
    for (int i = 0; i < w->rank; i++) {
        over.kernel[i] = known_size(c, grad->type.dim[2 + i]);
        over.stride[i] = w->dilation[i];
        over.dilation[i] = w->stride[i];
        dim[2 + i] = window_size(c, in->type.dim[2 + i], &over, i, false);
    }
    Value *all = value_new(c->g, in->type.dtype, rank, dim);
    conv_into(c, channels_first(c, in, groups), view_axes(c, grad, rank, swap), NULL, &over, groups,
              false, all);
    Type type = all->type;
    for (int i = 0; i < w->rank; i++)
        type.dim[2 + i] = size_const(w->kernel[i]);
    copy_to(c, view_axes(c, value_view(c->g, all, &type, &all->layout, size_const(0)), rank, swap),
            out);
}

/* Is the result wanted? The program need not read one that the mask leaves out, whatever shape it
 * has. */
static bool is_wanted(Call *c, const char *name, bool mask)
{
    if (!arg_given(c, name))
        return false;
    if (!mask)
        arg_out_unwritten(c, name);
    return mask;
}

static void check_gradients(Call *c, const Value *grad, const Value *in, const Value *weight,
                            const Window *w, int64_t groups)
{
    for (int i = 0; i < w->rank; i++) {
        known_size(c, in->type.dim[2 + i]);
        need_equal(c, "positions", window_size(c, in->type.dim[2 + i], w, i, false),
                   grad->type.dim[2 + i]);
    }
    need_groups(c, in, weight, groups);
    need_equal(c, "channels", grad->type.dim[1], weight->type.dim[0]);
}

void lower_convolution_backward(Call *c)
{
    enum { BATCH_AND_PLACES = 0xd };
    Value *grad = arg_tensor(c, "grad_output"), *in = arg_tensor(c, "input");
    Value *weight = arg_tensor(c, "weight");
    int rank = in->type.rank;
    int64_t groups = arg_int(c, "groups");
    bool mask[3];
    if (rank < 3 || rank > 4 || arg_bool(c, "transposed"))
        refuse(c, "gradients of other convolutions than those over one or two axes, and of "
                  "transposed ones, are not there yet");
    need_rank(c, "grad_output", grad, rank);
    need_rank(c, "weight", weight, rank);
    arg_bools(c, "output_mask", mask, 3);
    Window w = {0};
    conv_window(c, &w, rank - 2);
    kernel_extents(c, &w, weight);
    check_gradients(c, grad, in, weight, &w, groups);
    if (is_wanted(c, "out0", mask[0])) /* the way back is a transposed convolution */
        conv_into(c, grad, weight, NULL, &w, groups, true, arg_out(c, "out0", rank, in->type.dim));
    if (is_wanted(c, "out1", mask[1]))
        weight_gradient(c, grad, in, &w, groups, arg_out(c, "out1", rank, weight->type.dim));
    if (!is_wanted(c, "out2", mask[2]))
        return;
    Value *bias = arg_out(c, "out2", 1, &weight->type.dim[0]);
    reduce_step(c, R_SUM, (Named[]){{.name = "grad", .value = grad}, {0}},
                expr_in(0, loaded_dtype(grad)), BATCH_AND_PLACES & ((1u << rank) - 1), bias);
}
