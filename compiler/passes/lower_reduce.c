/* SPDX-License-Identifier: 0BSD
 * Reductions, normalisation, softmax, gathers, scalars and the operators that stay opaque. */
#include "lower.h"

#include <inttypes.h>
#include <string.h>

/* Bit per axis; an absent or empty list means all of them. */
static uint32_t axes_of(Call *c, const char *name, int rank)
{
    int64_t axis[MAX_RANK];
    int n = arg_given(c, name) ? arg_ints(c, name, axis, MAX_RANK) : 0;
    uint32_t axes = 0;
    for (int i = 0; i < n; i++)
        axes |= 1u << wrap_axis(c, axis[i], rank);
    return n ? axes : (uint32_t)((1ull << rank) - 1);
}

/* Shape of a reduction; keepdim leaves an axis of one element. */
static int reduced_dims(const Value *in, uint32_t axes, bool keepdim, Size **dim)
{
    int rank = 0;
    for (int i = 0; i < in->type.rank; i++)
        if (!(axes >> i & 1))
            dim[rank++] = in->type.dim[i];
        else if (keepdim)
            dim[rank++] = size_const(1);
    return rank;
}

void lower_reduce_dims(Call *c)
{
    static const struct {
        const char *name;
        ReduceOp op;
    } ops[] = {{"aten::amax.out", R_MAX},
               {"aten::amin.out", R_MIN},
               {"aten::mean.out", R_MEAN},
               {"aten::sum.IntList_out", R_SUM}};
    Value *in = arg_tensor(c, "self");
    bool keepdim = arg_bool(c, "keepdim");
    uint32_t axes = axes_of(c, "dim", in->type.rank);
    Size *dim[MAX_RANK] = {0};
    int rank = reduced_dims(in, axes, keepdim, dim);
    Value *out = arg_out(c, "out", rank, dim);
    Step *s = emit_step(c, K_REDUCE, 1, 1);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (strcmp(ops[i].name, c->row->name) == 0)
            s->reduce = ops[i].op;
    s->in[0] = in;
    s->out[0] = out;
    s->axes = axes;
    s->keepdim = keepdim;
    DType acc = out->type.dtype == F16 || out->type.dtype == BF16 ? F32 : out->type.dtype;
    s->expr = expr_cast(expr_in(0, in->type.dtype), acc);
    step_append(c->block, s);
}

/* (x - mean) * invstd * weight + bias, in this order, per channel; the reference computes
 * invstd = 1 / sqrt(var + eps) in double and rounds once. */
void lower_batch_norm(Call *c)
{
    static const char *const names[] = {"running_mean", "running_var", "weight", "bias"};
    Value *in = arg_tensor(c, "input"), *operand[5] = {in};
    int n = 1, which[4] = {0};
    for (int i = 0; i < 4; i++) {
        Value *v = arg_maybe(c, names[i]);
        if (!v)
            continue;
        need_rank(c, names[i], v, 1);
        if (in->type.rank < 2)
            refuse(c, "batch norm needs a channel axis");
        need_equal(c, names[i], v->type.dim[0], in->type.dim[1]);
        if (v->type.dtype != in->type.dtype)
            refuse(c, "'%s' has another element type than the input", names[i]);
        int axis[MAX_RANK];
        for (int k = 0; k < in->type.rank - 1; k++)
            axis[k] = k == 0 ? 0 : -1;
        which[i] = n;
        operand[n++] = view_axes(c, v, in->type.rank - 1, axis);
    }
    DType t = in->type.dtype;
    Expr *eps = expr_float(arg_float(c, "eps"), F64), *one = expr_float(1, F64);
    Expr *var = expr_new(E_ADD, F64, expr_cast(expr_in(which[1], t), F64), eps, NULL);
    Expr *root = expr_new(E_SQRT, F64, var, NULL, NULL);
    Expr *invstd = expr_cast(expr_new(E_DIV, F64, one, root, NULL), t);
    Expr *e = expr_new(E_SUB, t, expr_in(0, t), expr_in(which[0], t), NULL);
    e = expr_new(E_MUL, t, e, invstd, NULL);
    if (which[2])
        e = expr_new(E_MUL, t, e, expr_in(which[2], t), NULL);
    if (which[3])
        e = expr_new(E_ADD, t, e, expr_in(which[3], t), NULL);
    if (t != F32 && t != F64)
        refuse(c, "batch norm of %s is not there yet", dtype_name((int)t));
    emit_map(c, arg_out(c, "out0", in->type.rank, in->type.dim), n, operand, e);
    arg_out_like_file(c, "out1"); /* statistics of training: empty here */
    arg_out_like_file(c, "out2");
}

void lower_dequantize_channel(Call *c)
{
    Value *in = arg_tensor(c, "input"), *operand[3] = {in}, *zero = arg_maybe(c, "zero_points");
    int rank = in->type.rank, at = wrap_axis(c, arg_int(c, "axis"), rank), axis[MAX_RANK], n = 2;
    for (int i = 0; i < rank - at; i++)
        axis[i] = i == 0 ? 0 : -1;
    operand[1] = view_axes(c, arg_tensor(c, "scales"), rank - at, axis);
    Expr *scale = expr_cast(expr_in(1, operand[1]->type.dtype), F32);
    Expr *e = expr_cast(expr_in(0, in->type.dtype), I32);
    if (zero) {
        operand[n++] = view_axes(c, zero, rank - at, axis);
        e = expr_new(E_SUB, I32, e, expr_cast(expr_in(2, zero->type.dtype), I32), NULL);
    }
    e = expr_new(E_MUL, F32, expr_cast(e, F32), scale, NULL);
    emit_map(c, arg_out(c, "out", rank, in->type.dim), n, operand, e);
}

void lower_softmax(Call *c)
{
    Value *in = arg_tensor(c, "self");
    Step *s = emit_step(c, K_SOFTMAX, 1, 1);
    s->in[0] = in;
    s->axes = 1u << wrap_axis(c, arg_int(c, "dim"), in->type.rank);
    s->fn = strcmp(c->row->name, "aten::_softmax.out") == 0 ? "softmax" : "log_softmax";
    s->out[0] = arg_out(c, "out", in->type.rank, in->type.dim);
    step_append(c->block, s);
}

/* One index tensor along one axis; the others of the list must be None. */
void lower_index(Call *c)
{
    Value *in = arg_tensor(c, "self"), **index;
    int n = arg_tensors(c, "indices", &index), axis = -1;
    for (int i = 0; i < n; i++) {
        if (!index[i])
            continue;
        if (axis >= 0 || i >= in->type.rank)
            refuse(c, "indexing by several tensors is not there yet");
        axis = i;
    }
    if (axis < 0)
        refuse(c, "there is no index");
    Value *at = as_dtype(c, index[axis], I64);
    if (index[axis]->type.dtype == BOOL || index[axis]->type.dtype == U8)
        refuse(c, "indexing by a mask is not there yet");
    Size *dim[MAX_RANK] = {0};
    int rank = 0;
    for (int i = 0; i < in->type.rank; i++) {
        if (i != axis)
            dim[rank++] = in->type.dim[i];
        for (int k = 0; i == axis && k < at->type.rank; k++)
            dim[rank++] = at->type.dim[k];
    }
    Step *s = emit_step(c, K_GATHER, 2, 1);
    s->in[0] = in;
    s->in[1] = at;
    s->axis = axis;
    s->effect = true; /* an index out of range ends the call with a status */
    s->out[0] = arg_out(c, "out", rank, dim);
    step_append(c->block, s);
}

/* Known only to its kernel: p-norm distances between all pairs of rows. */
void lower_cdist(Call *c)
{
    Value *a = arg_tensor(c, "x1"), *b = arg_tensor(c, "x2");
    int rank = a->type.rank;
    if (rank < 2 || b->type.rank != rank)
        refuse(c, "both operands need the same rank, at least 2");
    need_equal(c, "columns", a->type.dim[rank - 1], b->type.dim[rank - 1]);
    Size *dim[MAX_RANK] = {0};
    memcpy(dim, a->type.dim, sizeof dim);
    dim[rank - 1] = b->type.dim[rank - 2];
    Step *s = emit_step(c, K_OPAQUE, 2, 1);
    s->fn = "cdist";
    s->in[0] = a;
    s->in[1] = b;
    s->alpha = (float)arg_float(c, "p");
    s->out[0] = arg_out(c, "out", rank, dim);
    step_append(c->block, s);
}

/* -- scalars that are sizes: expressions, no steps -- */

static void bind_size(Call *c, Size *size)
{
    out_scalar(c, I64)->size = size;
}

void lower_sym_size(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank);
    if (in->type.rank == 0)
        refuse(c, "a 0-d tensor has no sizes");
    bind_size(c, in->type.dim[axis]);
}

void lower_scalar_op(Call *c)
{
    Size *a = arg_size(c, "a"), *b = arg_size(c, "b");
    if (strstr(c->row->name, "mul"))
        bind_size(c, size_op(S_MUL, a, b));
    else if (strstr(c->row->name, "sub"))
        bind_size(c, size_op(S_ADD, a, size_op(S_MUL, b, size_const(-1))));
    else
        bind_size(c, size_op(S_ADD, a, b));
}
