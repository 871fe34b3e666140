/* SPDX-License-Identifier: 0BSD
 * Nodes of an XNNPACK delegate's graph: elementwise expressions and moves. */
#include "xnn.h"

#include <string.h>

/* -- elementwise -- */

/* Operands of the map besides the inputs: scales and zero points. */
typedef struct RealMap {
    XnnMap m;
    Value *in[3 * XNN_MAP_INPUTS + 2];
    int nin;
    Expr *real[XNN_MAP_INPUTS]; /* the inputs, once somebody has asked for them */
} RealMap;

static Expr *parameter(RealMap *r, Named n)
{
    r->in[r->nin] = n.value;
    return expr_in(r->nin++, n.value->type.dtype);
}

/* An input as a real: (element - zero point) * scale where it is quantised. */
static Expr *real_input(RealMap *r, int i)
{
    Call *c = r->m.c;
    const XnnValue *v = xnn_value(c, r->m.name[i]);
    Expr *e = expr_in(i, loaded_dtype(r->m.in[i]));
    if (!xnn_is_quantised(v))
        return expr_cast(e, F32);
    Expr *zero = parameter(r, xnn_integer(c, "input_zero", v->zero));
    Expr *scale = parameter(r, xnn_real(c, "input_scale", v->scale));
    e = expr_cast(expr_new(E_SUB, I32, expr_cast(e, I32), zero, NULL), F32);
    return expr_new(E_MUL, F32, e, scale, NULL);
}

static Expr *node_operand(ExprEnv *env, const char *name)
{
    RealMap *r = env->context;
    for (int i = 0; i < r->m.nin; i++)
        if (strcmp(r->m.name[i], name) == 0)
            return r->real[i] ? r->real[i] : (r->real[i] = real_input(r, i));
    return expr_float((double)xnn_float(r->m.c, name), F32);
}

static Expr *node_call(ExprEnv *env, const char *name, Expr *arg)
{
    const RealMap *r = env->context;
    return strcmp(name, "clamp") == 0 ? xnn_clamped(r->m.c, arg) : NULL;
}

/* The real as an element of the result: rounded after the zero point is added, NaN as 0. */
static Expr *quantised_result(RealMap *r, Expr *e)
{
    Call *c = r->m.c;
    const XnnValue *v = xnn_value(c, "output");
    bool is_signed = v->type == XNN_QINT8;
    Expr *inverse = parameter(r, xnn_real(c, "output_inverse", 1 / v->scale));
    Expr *zero = parameter(r, xnn_real(c, "output_zero", (float)v->zero));
    e = expr_new(E_ADD, F32, expr_new(E_MUL, F32, e, inverse, NULL), zero, NULL);
    e = expr_new(E_RINT, F32, e, NULL, NULL);
    e = expr_new(E_MAX, F32, e, expr_float(is_signed ? -128 : 0, F32), NULL);
    return expr_new(E_MIN, F32, e, expr_float(is_signed ? 127 : 255, F32), NULL);
}

/* `t` as it broadcasts to tensors of the rank and order of `lead`. */
static Value *aligned(Call *c, const XnnTensor *t, const XnnTensor *lead)
{
    int rank = lead->value->type.rank, missing = rank - t->value->type.rank;
    int axis[XNN_MAX_RANK];
    bool same = missing == 0;
    for (int i = 0; i < rank; i++) {
        axis[lead->order[i]] = i < missing ? -1 : t->order[i - missing];
        same = same && axis[lead->order[i]] == lead->order[i];
    }
    return same ? t->value : view_axes(c, t->value, rank, axis);
}

/* The result gets the order of axes of the first operand of the highest rank. */
XnnMap xnn_map(Call *c)
{
    XnnMap m = {.c = c};
    XnnTensor tensor[XNN_MAP_INPUTS];
    int lead = 0, rank, axes[XNN_MAX_RANK] = {0};
    Size *dim[MAX_RANK] = {0};
    for (int i = 0; i < c->row->nargs; i++) {
        const OpArg *arg = &c->row->arg[i];
        if (arg->type != ARG_TENSOR || arg->written)
            continue;
        tensor[m.nin] = xnn_tensor(c, arg->name);
        m.name[m.nin++] = arg->name;
    }
    for (int i = 1; i < m.nin; i++)
        if (tensor[i].value->type.rank > tensor[lead].value->type.rank)
            lead = i;
    for (int i = 0; i < m.nin; i++)
        m.in[i] = aligned(c, &tensor[i], &tensor[lead]);
    broadcast_dims(c, m.nin, m.in, &rank, dim);
    for (int i = 0; i < rank; i++)
        axes[tensor[lead].order[i]] = i;
    m.out = xnn_out(c, "output", rank, dim, axes);
    return m;
}

void lower_xnn_map_as(Call *c, const char *text)
{
    RealMap r = {.m = xnn_map(c)};
    ExprEnv env = {.operand = node_operand, .call = node_call, .context = &r, .where = c->where};
    xnn_flags(c, 0);
    memcpy(r.in, r.m.in, sizeof r.m.in);
    r.nin = r.m.nin;
    Expr *e = expr_parse(text, &env);
    if (xnn_is_quantised(xnn_value(c, "output")))
        e = quantised_result(&r, e);
    emit_map(c, r.m.out, r.nin, r.in, e);
}

/* -- moves -- */

void lower_xnn_transpose(Call *c)
{
    XnnTensor in = xnn_tensor(c, "input");
    uint32_t perm[XNN_MAX_RANK];
    int rank = in.value->type.rank, order[XNN_MAX_RANK] = {0};
    uint32_t seen = 0;
    xnn_flags(c, 0);
    xnn_need_same_scale(c, "input", "output");
    xnn_uints(c, "perm", perm, rank);
    for (int i = 0; i < rank; i++) {
        if (perm[i] >= (uint32_t)rank || seen >> perm[i] & 1)
            refuse(c, "axis %u does not exist or comes twice", (unsigned)perm[i]);
        seen |= 1u << perm[i];
        order[i] = in.order[perm[i]];
    }
    xnn_bind(c, "output", in.value, order);
}

void lower_xnn_copy(Call *c)
{
    XnnTensor in = xnn_tensor(c, "input");
    xnn_flags(c, 0);
    xnn_need_same_scale(c, "input", "output");
    xnn_bind(c, "output", in.value, in.order);
}

void lower_xnn_cat(Call *c)
{
    static const char *const names[] = {"input1", "input2", "input3", "input4", "input5"};
    Value *in[5];
    int n = 0;
    uint32_t axis = xnn_uint(c, "axis");
    Size *dim[MAX_RANK] = {0};
    xnn_flags(c, 0);
    for (; n < 5 && has_arg(c, names[n]); n++) {
        xnn_need_same_scale(c, names[n], "output");
        in[n] = xnn_in(c, names[n]);
    }
    int rank = in[0]->type.rank;
    if (axis >= (uint32_t)rank)
        refuse(c, "axis %u does not exist in a tensor of rank %d", (unsigned)axis, rank);
    memcpy(dim, in[0]->type.dim, sizeof dim);
    for (int k = 1; k < n; k++) {
        need_rank(c, names[k], in[k], rank);
        for (int i = 0; i < rank; i++)
            if (i != (int)axis)
                need_equal(c, "extents", in[k]->type.dim[i], dim[i]);
        dim[axis] = size_op(S_ADD, dim[axis], in[k]->type.dim[axis]);
    }
    join(c, n, in, (int)axis, false, xnn_out(c, "output", rank, dim, xnn_same_order));
}

/* An end of 0 is the end of the axis. */
void lower_xnn_slice(Call *c)
{
    Value *in = xnn_in(c, "input");
    uint32_t offset[XNN_MAX_RANK], size[XNN_MAX_RANK];
    int rank = in->type.rank;
    Size *dim[MAX_RANK] = {0}, *stride[MAX_RANK], *at = size_const(0);
    xnn_flags(c, 0);
    xnn_need_same_scale(c, "input", "output");
    xnn_uints(c, "offsets", offset, rank);
    xnn_uints(c, "sizes", size, rank);
    row_strides(in, stride);
    for (int i = 0; i < rank; i++) {
        int64_t end = (int64_t)offset[i] + size[i];
        Size *stop = size_op(S_MIN, size_const(end), in->type.dim[i]);
        need_least(c, fmt_text("elements of axis %d", i), in->type.dim[i], offset[i]);
        dim[i] = end ? size_op(S_ADD, stop, size_const(-(int64_t)offset[i])) : in->type.dim[i];
        at = size_op(S_ADD, at, size_op(S_MUL, stride[i], size_const(offset[i])));
    }
    Value *out = xnn_out(c, "output", rank, dim, xnn_same_order);
    Step *s = move_step(c, out, 1, &in, 1);
    s->piece[0] = whole_piece(0, out);
    memcpy(s->piece[0].src_stride, stride, sizeof stride);
    s->piece[0].src_offset = at;
    append_move(c, s);
}

void lower_xnn_pad(Call *c)
{
    Value *in = xnn_in(c, "input");
    uint32_t pre[XNN_MAX_RANK], post[XNN_MAX_RANK];
    int64_t before[XNN_MAX_RANK] = {0}, after[XNN_MAX_RANK] = {0};
    int rank = in->type.rank;
    Size *dim[MAX_RANK] = {0};
    xnn_flags(c, 0);
    xnn_need_same_scale(c, "input", "output");
    xnn_uints(c, "pre_paddings", pre, rank);
    xnn_uints(c, "post_paddings", post, rank);
    for (int i = 0; i < rank; i++) {
        before[i] = pre[i];
        after[i] = post[i];
        dim[i] = size_op(S_ADD, in->type.dim[i], size_const(before[i] + after[i]));
    }
    Value *out = xnn_out(c, "output", rank, dim, xnn_same_order);
    const XnnValue *v = xnn_value(c, "output");
    float real = xnn_float(c, "padding_value");
    Expr *fill = xnn_is_quantised(v) ? expr_int(xnn_quantised(v, real), out->type.dtype)
                                     : expr_float((double)real, loaded_dtype(out));
    pad_to(c, in, before, after, fill, out);
}

/* A new axis of 0 elements stands for as many as the operand leaves. */
void lower_xnn_reshape(Call *c)
{
    Value *in = row_major(c, xnn_in(c, "input"));
    uint32_t shape[XNN_MAX_RANK];
    int rank = xnn_uints(c, "new_shape", shape, -1), open = -1;
    Size *dim[MAX_RANK] = {0}, *known = size_const(1);
    xnn_flags(c, 0);
    xnn_need_same_scale(c, "input", "output");
    for (int i = 0; i < rank; i++) {
        dim[i] = size_const((int64_t)shape[i]);
        if (shape[i] == 0 && open >= 0)
            refuse(c, "two axes are left open");
        if (shape[i] == 0)
            open = i;
        else
            known = size_op(S_MUL, known, dim[i]);
    }
    if (open >= 0) {
        dim[open] = size_op(S_FDIV, value_numel(in), known);
        known = size_op(S_MUL, known, dim[open]);
    }
    if (open < 0 || size_is_const(known))
        need_equal(c, "elements", value_numel(in), known);
    xnn_bind(c, "output", reshaped(c, in, rank, dim), xnn_same_order);
}
