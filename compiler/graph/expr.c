/* SPDX-License-Identifier: 0BSD
 * Typed elementwise expressions: making, comparing, rewriting, printing, evaluating. */
#include "ptec.h"

#include "pte_math.h"

#include <inttypes.h>
#include <string.h>

const ExprInfo expr_info[EXPR_COUNT] = {
#define SAME                          false
#define BOOLEAN                       true
#define EXPR(id, name, arity, result) [E_##id] = {name, arity, result},
#include "graph/expr.def"
#undef EXPR
#undef SAME
#undef BOOLEAN
};

Expr *expr_in(int operand, DType type)
{
    Expr *e = NEW(Expr, 1);
    *e = (Expr){.op = E_IN, .type = type, .index = operand};
    return e;
}

Expr *expr_axis(int axis)
{
    Expr *e = NEW(Expr, 1);
    *e = (Expr){.op = E_AXIS, .type = I64, .index = axis};
    return e;
}

/* The number that C's conversion to the type would give. */
static int64_t wrap(uint64_t u, DType type)
{
    switch (type) {
    case BOOL:
        return u != 0;
    case U8:
        return (uint8_t)u;
    case I8:
        return (int8_t)(uint8_t)u;
    case I16:
        return (int16_t)(uint16_t)u;
    case U16:
        return (uint16_t)u;
    case I32:
        return (int32_t)(uint32_t)u;
    case U32:
        return (uint32_t)u;
    default:
        return (int64_t)u;
    }
}

Expr *expr_int(int64_t i, DType type)
{
    Expr *e = NEW(Expr, 1);
    *e = (Expr){.op = E_CONST, .type = type, .i = wrap((uint64_t)i, type)};
    return e;
}

Expr *expr_float(double d, DType type)
{
    Expr *e = NEW(Expr, 1);
    *e = (Expr){.op = E_CONST, .type = type, .d = type == F32 ? (double)(float)d : d};
    return e;
}

Expr *expr_new(ExprOp op, DType type, Expr *a, Expr *b, Expr *c)
{
    Expr *e = NEW(Expr, 1);
    *e = (Expr){.op = op, .type = expr_info[op].boolean ? BOOL : type, .arg = {a, b, c}};
    return e;
}

Expr *expr_number(double d, DType type)
{
    if (dtype_is_float((int)type))
        return expr_float(d, type);
    return expr_int(type == BOOL ? d != 0 : pte_s64_from_f64(d), type);
}

/* An expression of constants alone, as the constant that it is. */
Expr *expr_folded(const Expr *e)
{
    ExprNumber n = expr_eval(e, NULL, NULL);
    return dtype_is_float((int)e->type) ? expr_float(n.d, e->type) : expr_int(n.i, e->type);
}

Expr *expr_cast(Expr *e, DType type)
{
    if (e->type == type)
        return e;
    if (e->op == E_IN && (e->type == F16 || e->type == BF16)) /* loads widen half floats */
        return expr_cast(expr_in(e->index, F32), type);
    if (e->op == E_AXIS && type == I32) { /* extents fit */
        e = expr_axis(e->index);
        e->type = I32;
        return e;
    }
    Expr *cast = expr_new(E_CAST, type, e, NULL, NULL);
    return e->op == E_CONST ? expr_folded(cast) : cast;
}

/* The runtime has no double form of some functions yet: the name of one that `e` needs, or NULL. */
const char *expr_missing(const Expr *e)
{
    static const ExprOp float_only[] = {E_RSQRT, E_LOG1P, E_TAN,  E_ASIN, E_ACOS,
                                        E_ATAN,  E_ATAN2, E_SINH, E_COSH, E_ASINH,
                                        E_ACOSH, E_ATANH, E_ERF};
    for (size_t i = 0; i < sizeof float_only / sizeof *float_only; i++)
        if (e->op == float_only[i] && e->type == F64)
            return expr_info[e->op].name;
    const char *missing = NULL;
    for (int i = 0; i < expr_info[e->op].arity && !missing; i++)
        missing = expr_missing(e->arg[i]);
    return missing;
}

bool expr_equal(const Expr *a, const Expr *b)
{
    if (a == b || !a || !b)
        return a == b;
    if (a->op != b->op || a->type != b->type || a->index != b->index || a->i != b->i ||
        memcmp(&a->d, &b->d, sizeof a->d) != 0)
        return false;
    return expr_equal(a->arg[0], b->arg[0]) && expr_equal(a->arg[1], b->arg[1]) &&
           expr_equal(a->arg[2], b->arg[2]);
}

Expr *expr_substitute(const Expr *e, Expr *const *with)
{
    if (!e)
        return NULL;
    if (e->op == E_IN)
        return with[e->index];
    Expr *copy = NEW(Expr, 1);
    *copy = *e;
    for (int i = 0; i < 3; i++)
        copy->arg[i] = expr_substitute(e->arg[i], with);
    return copy;
}

bool expr_uses(const Expr *e, ExprOp op)
{
    return e && (e->op == op || expr_uses(e->arg[0], op) || expr_uses(e->arg[1], op) ||
                 expr_uses(e->arg[2], op));
}

int expr_nodes(const Expr *e)
{
    int n = 1;
    for (int i = 0; i < expr_info[e->op].arity; i++)
        n += expr_nodes(e->arg[i]);
    return n;
}

int expr_reads(const Expr *e, int operand)
{
    int n = e->op == E_IN && e->index == operand;
    for (int i = 0; i < expr_info[e->op].arity; i++)
        n += expr_reads(e->arg[i], operand);
    return n;
}

void expr_print(Text *t, const Expr *e)
{
    switch (e->op) {
    case E_IN:
    case E_AXIS:
        text_add(t, "%s%d", expr_info[e->op].name, e->index);
        return;
    case E_CONST:
        if (dtype_is_float(e->type))
            text_add(t, "%.9g", e->d);
        else
            text_add(t, "%" PRId64, e->i);
        return;
    case E_CAST:
        text_add(t, "%s(", dtype_name(e->type));
        break;
    case E_AT:
        text_add(t, "at%d(", e->index);
        break;
    default:
        text_add(t, "%s(", expr_info[e->op].name);
    }
    for (int i = 0; i < expr_info[e->op].arity; i++) {
        text_add(t, i ? ", " : "");
        expr_print(t, e->arg[i]);
    }
    text_add(t, ")");
}

/* -- evaluation, for constant folding: the runtime's own functions, never the host's libm -- */

static ExprNumber cast(ExprNumber n, DType from, DType to)
{
    if (dtype_is_float(from)) {
        if (to == BOOL)
            return (ExprNumber){.i = n.d != 0};
        if (!dtype_is_float(to))
            return (ExprNumber){
                .i = wrap((uint64_t)(to == I64 ? pte_s64_from_f64(n.d) : pte_s32_from_f64(n.d)),
                          to)};
        return (ExprNumber){.d = to == F64 ? n.d : (double)(float)n.d};
    }
    if (!dtype_is_float(to))
        return (ExprNumber){.i = wrap((uint64_t)n.i, to)};
    return (ExprNumber){.d = to == F64 ? (double)n.i : (double)(float)n.i};
}

static int64_t eval_int(const Expr *e, int64_t a, int64_t b, int64_t c)
{
    uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
    switch (e->op) {
    case E_ADD:
        return wrap(ua + ub, e->type);
    case E_SUB:
        return wrap(ua - ub, e->type);
    case E_MUL:
        return wrap(ua * ub, e->type);
    case E_NEG:
        return wrap(0 - ua, e->type);
    case E_MIN:
        return a < b ? a : b;
    case E_MAX:
        return a > b ? a : b;
    case E_ABS:
        return wrap(a < 0 ? 0 - ua : ua, e->type);
    case E_LT:
        return a < b;
    case E_LE:
        return a <= b;
    case E_EQ:
        return a == b;
    case E_NE:
        return a != b;
    case E_SELECT:
        return a ? b : c;
    case E_AND:
        return a & b;
    case E_OR:
        return a | b;
    default:
        bug("constant folding of '%s' on integers is not written", expr_info[e->op].name);
    }
}

static bool eval_float_compare(const Expr *e, double a, double b)
{
    switch (e->op) {
    case E_LT:
        return a < b;
    case E_LE:
        return a <= b;
    case E_EQ:
        return a == b;
    default:
        return a != b;
    }
}

static float eval_f32(const Expr *e, float a, float b)
{
    switch (e->op) {
    case E_ADD:
        return a + b;
    case E_SUB:
        return a - b;
    case E_MUL:
        return a * b;
    case E_DIV:
        return a / b;
    case E_MIN:
        return pte_min_f32(a, b);
    case E_MAX:
        return pte_max_f32(a, b);
    case E_FMIN:
        return pte_fmin_f32(a, b);
    case E_FMAX:
        return pte_fmax_f32(a, b);
    case E_NEG:
        return -a;
    case E_SQRT:
        return pte_sqrt_f32(a);
    case E_RSQRT:
        return pte_rsqrt_f32(a);
    case E_RINT:
        return pte_rint_f32(a);
    default:
        bug("constant folding of '%s' on floats is not written", expr_info[e->op].name);
    }
}

static double eval_f64(const Expr *e, double a, double b)
{
    switch (e->op) {
    case E_ADD:
        return a + b;
    case E_SUB:
        return a - b;
    case E_MUL:
        return a * b;
    case E_DIV:
        return a / b;
    case E_MIN:
        return pte_min_f64(a, b);
    case E_MAX:
        return pte_max_f64(a, b);
    case E_FMIN:
        return pte_fmin_f64(a, b);
    case E_FMAX:
        return pte_fmax_f64(a, b);
    case E_NEG:
        return -a;
    case E_SQRT:
        return pte_sqrt_f64(a);
    case E_RSQRT:
        return 1 / pte_sqrt_f64(a);
    case E_RINT:
        return pte_rint_f64(a);
    default:
        bug("constant folding of '%s' on doubles is not written", expr_info[e->op].name);
    }
}

/* The same computation in double: for constants that stand for several roundings of the source. */
Expr *expr_in_double(const Expr *e)
{
    if (!e)
        return NULL;
    Expr *copy = NEW(Expr, 1);
    *copy = *e;
    if (e->op == E_IN)
        return expr_cast(copy, F64);
    copy->type = e->type == F32 ? F64 : e->type;
    for (int i = 0; i < 3; i++)
        copy->arg[i] = expr_in_double(e->arg[i]);
    return copy;
}

bool expr_foldable(const Expr *e)
{
    static const ExprOp ops[] = {E_IN,  E_CONST, E_CAST, E_ADD, E_SUB,  E_MUL,   E_DIV, E_MIN,
                                 E_MAX, E_FMIN,  E_FMAX, E_NEG, E_SQRT, E_RSQRT, E_RINT};
    if (!e)
        return true;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (e->op == ops[i] && (dtype_is_float(e->type) || e->op < E_DIV))
            return expr_foldable(e->arg[0]) && expr_foldable(e->arg[1]);
    return false;
}

ExprNumber expr_eval(const Expr *e, ExprLoad *load, void *from)
{
    if (e->op == E_CONST)
        return dtype_is_float(e->type) ? (ExprNumber){.d = e->d} : (ExprNumber){.i = e->i};
    if (e->op == E_IN)
        return load(from, e->index);
    ExprNumber arg[3] = {{0}};
    for (int i = 0; i < expr_info[e->op].arity; i++)
        arg[i] = expr_eval(e->arg[i], load, from);
    DType type = e->arg[0]->type;
    if (e->op == E_CAST)
        return cast(arg[0], type, e->type);
    if (!dtype_is_float(type))
        return (ExprNumber){.i = eval_int(e, arg[0].i, arg[1].i, arg[2].i)};
    if (e->type == BOOL)
        return (ExprNumber){.i = eval_float_compare(e, arg[0].d, arg[1].d)};
    if (e->type == F64)
        return (ExprNumber){.d = eval_f64(e, arg[0].d, arg[1].d)};
    return (ExprNumber){.d = (double)eval_f32(e, (float)arg[0].d, (float)arg[1].d)};
}
