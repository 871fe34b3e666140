/* SPDX-License-Identifier: 0BSD
 * Typed elementwise expressions: making, comparing, rewriting, printing, evaluating. */
#include "graph/expr.h"

#include "pte_math.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

const ExprInfo expr_info[EXPR_COUNT] = {
#define SAME                                 false
#define BOOLEAN                              true
#define EXPR(id, name, arity, result, types) [E_##id] = {name, arity, result, TAKES_##types},
#include "graph/expr.def"
#undef EXPR
#undef SAME
#undef BOOLEAN
};

bool op_takes(ExprOp op, DType type)
{
    bool real = dtype_is_float((int)type);
    switch (expr_info[op].takes) {
    case TAKES_NUMBERS:
        return type != BOOL;
    case TAKES_INTEGERS:
        return type != BOOL && !real;
    case TAKES_BITS:
        return !real;
    case TAKES_FLOATS:
        return real;
    default:
        return true;
    }
}

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

/* Returns the number to which C's conversion to the type would lead. */
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

Expr *expr_clamped(Expr *e, float lo, float hi)
{
    if (lo > -INFINITY)
        e = expr_new(E_MAX, F32, e, expr_float((double)lo, F32), NULL);
    if (hi < INFINITY)
        e = expr_new(E_MIN, F32, e, expr_float((double)hi, F32), NULL);
    return e;
}

bool expr_is_number(const Expr *e, int number)
{
    return e->op == E_CONST && (dtype_is_float((int)e->type) ? e->d == number : e->i == number);
}

/* Returns the number with which the operation leaves the other operand as it is; -1: there is
 * none. */
static int neutral(ExprOp op, DType type)
{
    switch (op) {
    case E_MUL:
    case E_DIV:
        return 1;
    case E_ADD:
    case E_SUB:
        return dtype_is_float((int)type) ? -1 : 0; /* -0 + 0 is 0 */
    case E_AND:
        return type == BOOL ? 1 : -1;
    default:
        return -1;
    }
}

/* Returns the result if it is one of the operands or known; NULL: it has to be computed. */
static Expr *simplified(ExprOp op, Expr *a, Expr *b)
{
    if (expr_info[op].arity != 2)
        return NULL;
    if (expr_info[op].boolean && !dtype_is_float((int)a->type) && expr_equal(a, b))
        return expr_int(op == E_LE || op == E_EQ, BOOL); /* compilers warn of x <= x */
    const int number = neutral(op, a->type);
    if (number < 0)
        return NULL;
    if (expr_is_number(b, number))
        return a;
    const bool swaps = op != E_SUB && op != E_DIV;
    return swaps && expr_is_number(a, number) ? b : NULL;
}

Expr *expr_new(ExprOp op, DType type, Expr *a, Expr *b, Expr *c)
{
    Expr *simple = simplified(op, a, b);
    if (simple)
        return simple;
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

/* Evaluates an expression of constants alone, and returns the result as a constant. */
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

static int64_t int_of_float(double d, DType type)
{
    switch (type) {
    case BOOL:
        return d != 0;
    case U8:
        return pte_u8_from_f64(d);
    case I8:
        return pte_s8_from_f64(d);
    case I16:
        return pte_s16_from_f64(d);
    case U16:
        return pte_u16_from_f64(d);
    case I32:
        return pte_s32_from_f64(d);
    case U32:
        return pte_u32_from_f64(d);
    case U64:
        return (int64_t)pte_u64_from_f64(d);
    default:
        return pte_s64_from_f64(d);
    }
}

static double rounded_to(double d, DType type)
{
    if (type == F64)
        return d;
    const float f = (float)d;
    if (type == F16)
        return (double)pte_f32_from_f16(pte_f16_from_f32(f));
    return (double)(type == BF16 ? pte_f32_from_bf16(pte_bf16_from_f32(f)) : f);
}

static ExprNumber cast(ExprNumber n, DType from, DType to)
{
    if (dtype_is_float(to))
        return (ExprNumber){.d = rounded_to(dtype_is_float(from) ? n.d : (double)n.i, to)};
    if (dtype_is_float(from))
        return (ExprNumber){.i = int_of_float(n.d, to)};
    return (ExprNumber){.i = wrap((uint64_t)n.i, to)};
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
    case E_AND:
        return a & b;
    case E_OR:
        return a | b;
    case E_REQUANT:
        return pte_requant_double((int32_t)a, (int32_t)b, (int32_t)c);
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

static float (*const unary_f32[EXPR_COUNT])(float) = {
    [E_ABS] = pte_abs_f32,     [E_SIGN] = pte_sign_f32,   [E_SQRT] = pte_sqrt_f32,
    [E_RSQRT] = pte_rsqrt_f32, [E_EXP] = pte_exp_f32,     [E_EXPM1] = pte_expm1_f32,
    [E_LOG] = pte_log_f32,     [E_LOG1P] = pte_log1p_f32, [E_LOG2] = pte_log2_f32,
    [E_LOG10] = pte_log10_f32, [E_SIN] = pte_sin_f32,     [E_COS] = pte_cos_f32,
    [E_TAN] = pte_tan_f32,     [E_ASIN] = pte_asin_f32,   [E_ACOS] = pte_acos_f32,
    [E_ATAN] = pte_atan_f32,   [E_SINH] = pte_sinh_f32,   [E_COSH] = pte_cosh_f32,
    [E_TANH] = pte_tanh_f32,   [E_ASINH] = pte_asinh_f32, [E_ACOSH] = pte_acosh_f32,
    [E_ATANH] = pte_atanh_f32, [E_ERF] = pte_erf_f32,     [E_SIGMOID] = pte_sigmoid_f32,
    [E_FLOOR] = pte_floor_f32, [E_CEIL] = pte_ceil_f32,   [E_TRUNC] = pte_trunc_f32,
    [E_RINT] = pte_rint_f32};

static float (*const binary_f32[EXPR_COUNT])(float, float) = {
    [E_FDIV] = pte_floordiv_f32, [E_MOD] = pte_mod_f32,     [E_FMOD] = pte_fmod_f32,
    [E_POW] = pte_pow_f32,       [E_ATAN2] = pte_atan2_f32, [E_FMAX] = pte_fmax_f32,
    [E_FMIN] = pte_fmin_f32,     [E_MIN] = pte_min_f32,     [E_MAX] = pte_max_f32};

static float eval_f32(const Expr *e, float a, float b)
{
    if (unary_f32[e->op])
        return unary_f32[e->op](a);
    if (binary_f32[e->op])
        return binary_f32[e->op](a, b);
    switch (e->op) {
    case E_ADD:
        return a + b;
    case E_SUB:
        return a - b;
    case E_MUL:
        return a * b;
    case E_DIV:
        return a / b;
    case E_NEG:
        return -a;
    default:
        bug("evaluation of '%s' on floats is not written", expr_info[e->op].name);
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

static bool is_among(ExprOp op, const ExprOp *ops, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (ops[i] == op)
            return true;
    return false;
}

/* Can expr_eval() evaluate all of it? It knows floats, bools and integers of at most 32 bits. */
bool expr_evaluable(const Expr *e)
{
    static const ExprOp floats[] = {E_ADD, E_SUB, E_MUL, E_DIV, E_NEG,
                                    E_LT,  E_LE,  E_EQ,  E_NE,  E_CAST};
    static const ExprOp integers[] = {E_ADD, E_SUB, E_MUL, E_NEG, E_MIN, E_MAX, E_ABS,
                                      E_LT,  E_LE,  E_EQ,  E_NE,  E_AND, E_OR,  E_CAST};
    DType type = expr_info[e->op].arity ? e->arg[0]->type : e->type;
    bool known = e->op == E_CONST || e->op == E_IN || e->op == E_SELECT ||
                 (e->op == E_REQUANT && type == I32);
    if (type == F32)
        known |= unary_f32[e->op] || binary_f32[e->op] ||
                 is_among(e->op, floats, sizeof floats / sizeof *floats);
    else if (type == I32 || type == I8 || type == U8 || type == BOOL)
        known |= is_among(e->op, integers, sizeof integers / sizeof *integers);
    else
        return false;
    for (int i = 0; i < expr_info[e->op].arity && known; i++)
        known = expr_evaluable(e->arg[i]);
    return known;
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
    if (e->op == E_SELECT)
        return arg[0].i ? arg[1] : arg[2];
    if (!dtype_is_float(type))
        return (ExprNumber){.i = eval_int(e, arg[0].i, arg[1].i, arg[2].i)};
    if (e->type == BOOL)
        return (ExprNumber){.i = eval_float_compare(e, arg[0].d, arg[1].d)};
    if (e->type == F64)
        return (ExprNumber){.d = eval_f64(e, arg[0].d, arg[1].d)};
    return (ExprNumber){.d = (double)eval_f32(e, (float)arg[0].d, (float)arg[1].d)};
}
