/* SPDX-License-Identifier: 0BSD
 * Expressions over values under names of the lowering's own. */
#include "import/build/expr.h"
#include "graph/build.h"
#include "graph/exprparse.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

#include <inttypes.h>
#include <string.h>

static const OpArg *find_arg(const OpRow *row, const char *name)
{
    for (int i = 0; i < row->nargs; i++)
        if (strcmp(row->arg[i].name, name) == 0)
            return &row->arg[i];
    bug("%s: the expression names '%s', the schema does not", row->name, name);
}

/* Returns the type to compute in: half types compute in float, as the reference does. */
DType map_compute_type(DType t)
{
    return t == F16 || t == BF16 ? F32 : t;
}

static Expr *add_operand(MapCall *m, Value *v)
{
    int k = 0;
    while (k < m->nin && m->in[k] != v)
        k++;
    if (k == MAX_OPERANDS)
        bug("%s: more than %d operands", m->c->row->name, MAX_OPERANDS);
    if (k == m->nin)
        m->in[m->nin++] = v;
    DType type = map_compute_type(v->type.dtype);
    return expr_in(k, type);
}

/* Returns the integer argument `name` of an integer computation. In the place of a tensor it wraps,
 * as an element would; bounds and factors that do not fit are refused. */
static Expr *integer(MapCall *m, const char *name)
{
    int64_t n = arg_int(m->c, name);
    Expr *e = expr_int(n, m->compute);
    if (e->i != n && strcmp(name, "other") != 0 && strcmp(name, "self") != 0)
        refuse(m->c, "'%s' is %" PRId64 ", which does not fit the element type %s", name, n,
               dtype_name((int)m->compute));
    return e;
}

static Expr *literal(MapCall *m, const OpArg *arg)
{
    if (dtype_is_int((int)m->compute) && !arg_is_float(m->c, arg->name))
        return integer(m, arg->name);
    if (m->compute == NO_DTYPE && arg->type == ARG_SCALAR && !arg_is_float(m->c, arg->name))
        return expr_int(arg_int(m->c, arg->name), I64); /* all its bits */
    double d = arg->type == ARG_INT ? (double)arg_int(m->c, arg->name) : arg_float(m->c, arg->name);
    Expr *e = expr_float(d, F64);
    m->last_name = arg->name;
    e->type = NO_DTYPE; /* a literal: takes the type of what it meets */
    return m->compute == NO_DTYPE ? e : expr_typed(e, m->compute);
}

Expr *map_operand(ExprEnv *env, const char *name)
{
    MapCall *m = env->context;
    const OpArg *arg = find_arg(m->c->row, name);
    if (!arg_given(m->c, name)) {
        if (!arg->optional)
            refuse(m->c, "'%s' is missing", name);
        return NULL;
    }
    Expr *e;
    if (arg->type == ARG_TENSOR)
        e = add_operand(m, arg_tensor(m->c, name));
    else if (arg_scalar(m->c, name))
        e = add_operand(m, arg_scalar(m->c, name));
    else
        return literal(m, arg);
    return m->compute == NO_DTYPE ? e : expr_cast(e, m->compute);
}

/* Returns the type of the cast `name` in an operator row's expression, or NO_DTYPE if there is no
 * such cast. */
static DType cast_type(const char *name)
{
    static const struct {
        const char *name;
        DType type;
    } casts[] = {{"f32", F32}, {"f64", F64}, {"i32", I32}, {"i64", I64}, {"bool", BOOL}};
    for (size_t i = 0; i < sizeof casts / sizeof *casts; i++)
        if (strcmp(casts[i].name, name) == 0)
            return casts[i].type;
    return NO_DTYPE;
}

static Expr *cast_or_typed(Expr *e, DType type)
{
    return e->type == NO_DTYPE ? expr_typed(e, type) : expr_cast(e, type);
}

static Expr *call(ExprEnv *env, const char *name, Expr *arg)
{
    MapCall *m = env->context;
    if (strncmp(name, "const_", 6) == 0) { /* lives in the weights: calibration changes it */
        Value *v = weight_scalar(m->c, cast_type(name + 6), arg->d);
        v->role = m->last_name;
        return add_operand(m, v);
    }
    DType type = strcmp(name, "out") == 0 ? m->out->type.dtype : cast_type(name);
    return type == NO_DTYPE ? NULL : cast_or_typed(arg, type);
}

/* Returns the type to compute in, by PyTorch's promotion: the tensors' types come first, a scalar
 * matters only by its category. */
static DType promoted_type(Call *c)
{
    DType type = NO_DTYPE;
    for (int i = 0; i < c->row->nargs; i++) {
        const OpArg *arg = &c->row->arg[i];
        if (arg->type != ARG_TENSOR || arg->written || !arg_given(c, arg->name))
            continue;
        DType t = arg_tensor(c, arg->name)->type.dtype;
        type = type == NO_DTYPE ? t : dtype_promote(type, t);
        if (type == NO_DTYPE)
            refuse(c, "the element types of its operands do not go together");
    }
    for (int i = 0; i < c->row->nargs; i++) {
        const OpArg *arg = &c->row->arg[i];
        if (arg->type != ARG_SCALAR || strcmp(arg->name, "alpha") == 0 || !arg_given(c, arg->name))
            continue;
        if (arg_is_float(c, arg->name) && !dtype_is_float((int)type))
            type = F32;
        else if (type == BOOL)
            type = I64;
    }
    return map_compute_type(type);
}

static void need_bits(Call *c)
{
    for (int i = 0; i < c->row->nargs; i++) {
        const OpArg *arg = &c->row->arg[i];
        if (arg->written || !arg_given(c, arg->name))
            continue;
        DType type = arg->type == ARG_TENSOR      ? arg_tensor(c, arg->name)->type.dtype
                     : arg_is_float(c, arg->name) ? F64
                                                  : I64;
        if (dtype_is_float((int)type))
            refuse(c, "'%s' is %s, and only integers and bool have bits to work on", arg->name,
                   dtype_name((int)type));
    }
}

static Value *shaped_out(MapCall *m)
{
    Call *c = m->c;
    Value *tensor[MAX_OPERANDS];
    int n = 0;
    for (int i = 0; i < c->row->nargs; i++) {
        const OpArg *arg = &c->row->arg[i];
        if (arg->type == ARG_TENSOR && !arg->written && arg_given(c, arg->name))
            tensor[n++] = arg_tensor(c, arg->name);
    }
    int rank;
    Size *dim[MAX_RANK] = {0};
    broadcast_dims(c, n, tensor, &rank, dim);
    return arg_out(c, "out", rank, dim);
}

void lower_map_as(Call *c, Compute compute, const char *text)
{
    MapCall m = {.c = c, .compute = NO_DTYPE};
    if (compute == COMPUTE_BITS)
        need_bits(c);
    if (compute != COMPUTE_TYPED) {
        m.compute = promoted_type(c);
        if (compute == COMPUTE_FLOAT && !dtype_is_float((int)m.compute))
            m.compute = F32;
    }
    m.out = shaped_out(&m);
    ExprEnv env = {.operand = map_operand, .call = call, .context = &m, .where = c->where};
    Expr *e = expr_parse(text, &env); /* collects the operands */
    emit_map(c, m.out, m.nin, m.in, e);
}

static Expr *named_operand(ExprEnv *env, const char *name)
{
    NamedCall *n = env->context;
    int map_operand = 0;
    for (const Named *at = n->named; at->name; at++) {
        if (strcmp(at->name, name) == 0 && at->none)
            return NULL;
        if (strcmp(at->name, name) == 0) {
            Expr *literal = expr_float(at->number, F64);
            literal->type = NO_DTYPE;
            return at->value ? expr_in(map_operand, loaded_dtype(at->value)) : literal;
        }
        map_operand += at->value != NULL;
    }
    bug("%s: nothing is named '%s'", n->c->row->name, name);
}

static Expr *named_cast(ExprEnv *env, const char *name, Expr *arg)
{
    NamedCall *n = env->context;
    DType type = strcmp(name, "out") == 0 ? n->out : cast_type(name);
    return type == NO_DTYPE ? NULL : cast_or_typed(arg, type);
}

Expr *expr_over(Call *c, const Named *named, DType out, const char *text)
{
    NamedCall n = {.c = c, .named = named, .out = out};
    ExprEnv env = {.operand = named_operand, .call = named_cast, .context = &n, .where = c->where};
    return expr_parse(text, &env);
}

int named_values(const Named *named, Value **in)
{
    int n = 0;
    for (; named->name; named++)
        if (named->value)
            in[n++] = named->value;
    return n;
}

Value *map_over(Call *c, Value *out, const Named *named, const char *text)
{
    Value *in[MAX_OPERANDS];
    int n = named_values(named, in);
    return emit_map(c, out, n, in, expr_over(c, named, loaded_dtype(out), text));
}

Value *number_of(Call *c, Size *n)
{
    Value *v = value_scalar(c->g, I64);
    v->size = n;
    return v;
}

Named named_size(Call *c, const char *name, Size *n)
{
    if (size_is_const(n))
        return (Named){.name = name, .number = (double)size_value(n)};
    return (Named){.name = name, .value = number_of(c, n)};
}

Expr *expr_size(Call *c, Size *n, DType type, OperandList *in)
{
    if (size_is_const(n))
        return expr_int(size_value(n), type);
    int k = 0;
    while (k < in->count && in->item[k]->size != n)
        k++;
    if (k == in->count)
        PUSH(in->item, in->count, number_of(c, n));
    return expr_cast(expr_in(k, I64), type);
}
