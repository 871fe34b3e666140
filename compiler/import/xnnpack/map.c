/* SPDX-License-Identifier: 0BSD
 * Elementwise nodes of an XNNPACK graph. */
#include "import/xnnpack/map.h"
#include "graph/build.h"
#include "graph/exprparse.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"
#include "import/xnnpack/node.h"

#include <string.h>

Expr *xnn_parameter(RealMap *r, Named n)
{
    r->in[r->nin] = n.value;
    return expr_in(r->nin++, n.value->type.dtype);
}

/* Returns input `i` as a real: (element - zero point) * scale where it is quantised. */
static Expr *real_input(RealMap *r, int i)
{
    Call *c = r->m.c;
    const XnnValue *v = xnn_value(c, r->m.name[i]);
    Expr *e = expr_in(i, loaded_dtype(r->m.in[i]));
    if (!xnn_is_quantised(v))
        return expr_cast(e, F32);
    Expr *zero = xnn_parameter(r, xnn_integer(c, "input_zero", v->zero));
    Expr *scale = xnn_parameter(r, xnn_real(c, "input_scale", v->scale));
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

/* Returns the real `e` as an element of the result: rounded after the zero point is added, NaN as
 * 0. */
static Expr *quantised_result(RealMap *r, Expr *e)
{
    Call *c = r->m.c;
    const XnnValue *v = xnn_value(c, "output");
    bool is_signed = v->type == XNN_QINT8;
    Expr *inverse = xnn_parameter(r, xnn_real(c, "output_inverse", 1 / v->scale));
    Expr *zero = xnn_parameter(r, xnn_real(c, "output_zero", (float)v->zero));
    e = expr_new(E_ADD, F32, expr_new(E_MUL, F32, e, inverse, NULL), zero, NULL);
    e = expr_new(E_RINT, F32, e, NULL, NULL);
    e = expr_new(E_MAX, F32, e, expr_float(is_signed ? -128 : 0, F32), NULL);
    return expr_new(E_MIN, F32, e, expr_float(is_signed ? 127 : 255, F32), NULL);
}

/* Views `t` so that it broadcasts to tensors of the rank and order of `lead`. */
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

/* Returns the node's map. The result gets the order of axes of the first operand of the highest
 * rank. */
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
