/* SPDX-License-Identifier: 0BSD
 * Nodes of an XNNPACK delegate's graph: elementwise expressions, moves, products, reductions. */
#include "xnn.h"

#include <math.h>
#include <string.h>

/* -- elementwise -- */

enum { MAX_INPUTS = 2 };

typedef struct NodeMap {
    Call *c;
    Value *in[MAX_INPUTS];
    const char *name[MAX_INPUTS];
    int nin;
} NodeMap;

static Expr *literal(double d)
{
    return expr_float(d, F32);
}

static Expr *node_operand(ExprEnv *env, const char *name)
{
    NodeMap *m = env->context;
    for (int i = 0; i < m->nin; i++)
        if (strcmp(m->name[i], name) == 0)
            return expr_cast(expr_in(i, loaded_dtype(m->in[i])), F32);
    return literal((double)xnn_float(m->c, name));
}

static Expr *node_call(ExprEnv *env, const char *name, Expr *arg)
{
    const NodeMap *m = env->context;
    const XnnNode *n = m->c->xnn->node;
    if (strcmp(name, "clamp") != 0)
        return NULL;
    if (!isinf(n->lo))
        arg = expr_new(E_MAX, F32, arg, literal((double)n->lo), NULL);
    if (!isinf(n->hi))
        arg = expr_new(E_MIN, F32, arg, literal((double)n->hi), NULL);
    return arg;
}

/* The operand whose order of axes the result gets: the first of the highest rank. */
static int leading_operand(NodeMap *m, XnnTensor *tensor)
{
    int lead = 0;
    for (int i = 0; i < m->c->row->nargs; i++) {
        const OpArg *arg = &m->c->row->arg[i];
        if (arg->type != ARG_TENSOR || arg->written)
            continue;
        tensor[m->nin] = xnn_tensor(m->c, arg->name);
        m->name[m->nin++] = arg->name;
    }
    for (int i = 1; i < m->nin; i++)
        if (tensor[i].value->type.rank > tensor[lead].value->type.rank)
            lead = i;
    return lead;
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

void lower_xnn_map(Call *c)
{
    NodeMap m = {.c = c};
    XnnTensor tensor[MAX_INPUTS];
    int lead = leading_operand(&m, tensor), rank, axes[XNN_MAX_RANK] = {0};
    Size *dim[MAX_RANK] = {0};
    xnn_flags(c, 0);
    for (int i = 0; i < m.nin; i++)
        m.in[i] = aligned(c, &tensor[i], &tensor[lead]);
    broadcast_dims(c, m.nin, m.in, &rank, dim);
    for (int i = 0; i < rank; i++)
        axes[tensor[lead].order[i]] = i;
    ExprEnv env = {.operand = node_operand, .call = node_call, .context = &m, .where = c->where};
    Expr *e = expr_parse(c->row->map, &env);
    emit_map(c, xnn_out(c, "output", rank, dim, axes), m.nin, m.in, e);
}

/* -- moves -- */

void lower_xnn_transpose(Call *c)
{
    XnnTensor in = xnn_tensor(c, "input");
    uint32_t perm[XNN_MAX_RANK];
    int rank = in.value->type.rank, order[XNN_MAX_RANK] = {0};
    uint32_t seen = 0;
    xnn_flags(c, 0);
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
    xnn_bind(c, "output", in.value, in.order);
}

/* A new axis of 0 elements stands for as many as the operand leaves. */
void lower_xnn_reshape(Call *c)
{
    Value *in = row_major(c, xnn_in(c, "input"));
    uint32_t shape[XNN_MAX_RANK];
    int rank = xnn_uints(c, "new_shape", shape, -1), open = -1;
    Size *dim[MAX_RANK] = {0}, *known = size_const(1);
    xnn_flags(c, 0);
    for (int i = 0; i < rank; i++) {
        dim[i] = size_const((int64_t)shape[i]);
        if (shape[i] == 0 && open >= 0)
            refuse(c, "two axes are left open");
        if (shape[i] == 0)
            open = i;
        else
            known = size_op(S_MUL, known, dim[i]);
    }
    if (open >= 0)
        dim[open] = size_op(S_FDIV, value_numel(in), known);
    need_equal(c, "elements", value_numel(in),
               open >= 0 ? size_op(S_MUL, known, dim[open]) : known);
    xnn_bind(c, "output", reshaped(c, in, rank, dim), xnn_same_order);
}

/* -- products -- */

static void clamp_step(const Call *c, Step *s)
{
    s->has_clamp = xnn_clamps(c);
    s->lo = c->xnn->node->lo;
    s->hi = c->xnn->node->hi;
}

void lower_xnn_fully_connected(Call *c)
{
    enum { TRANSPOSED = 1 };
    static const int swap[] = {1, 0};
    Value *in = row_major(c, xnn_in(c, "input1")), *filter = xnn_in(c, "filter");
    Value *bias = xnn_value(c, "bias") ? xnn_in(c, "bias") : NULL;
    int rank = in->type.rank;
    Size *dim[MAX_RANK] = {0};
    xnn_flags(c, TRANSPOSED);
    need_rank(c, "filter", filter, 2);
    if (!(xnn_uint(c, "flags") & TRANSPOSED))
        filter = view_axes(c, filter, 2, swap);
    if (rank < 1)
        refuse(c, "the operand has no axis");
    need_equal(c, "features", in->type.dim[rank - 1], filter->type.dim[0]);
    if (bias)
        need_length(c, "bias", bias, filter->type.dim[1]);
    memcpy(dim, in->type.dim, sizeof dim);
    dim[rank - 1] = filter->type.dim[1];
    clamp_step(c, gemm_step(c, as_rows(c, in), filter, bias,
                            xnn_out(c, "output", rank, dim, xnn_same_order)));
}

/* -- reductions -- */

void lower_xnn_global_avg_pool(Call *c)
{
    enum { KEEP_DIMS = 0x40 };
    static const int nchw[] = {0, 3, 1, 2};
    Value *in = xnn_in_order(c, "input", 4, nchw);
    Size *one = size_const(1);
    Size *dim[] = {in->type.dim[0], in->type.dim[1], one, one};
    xnn_flags(c, KEEP_DIMS);
    if (!(xnn_uint(c, "flags") & KEEP_DIMS))
        refuse(c, "global pooling that drops axes is not there yet");
    Value *out = xnn_out(c, "output", 4, dim, nchw);
    reduce_step(c, R_MEAN, (Named[]){{.name = "in", .value = in}, {0}},
                expr_cast(expr_in(0, loaded_dtype(in)), F32), 0xC, out);
}
