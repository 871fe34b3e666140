/* SPDX-License-Identifier: 0BSD
 * Expressions and sizes as C. Floats use C's operators; everything whose edge cases C leaves open
 * calls a function of pte_math.h. */
#include "emit/text/cexpr.h"
#include "emit/text/csize.h"
#include "pte_math.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *c_suffix(DType t)
{
    switch (t) {
    case U8:
    case BOOL:
        return "u8";
    case I8:
        return "s8";
    case I16:
        return "s16";
    case U16:
    case F16:
    case BF16:
        return "u16";
    case I32:
        return "s32";
    case U32:
        return "u32";
    case I64:
        return "s64";
    case U64:
        return "u64";
    case F32:
        return "f32";
    case F64:
        return "f64";
    default:
        bug("type %d has no name in C", (int)t);
    }
}

const char *c_float(double d, DType type)
{
    const char *suffix = type == F64 ? "" : "f";
    if (isnan(d))
        return type == F64 ? "pte_double_of_bits(UINT64_C(0x7ff8000000000000))"
                           : "pte_float_of_bits(UINT32_C(0x7fc00000))";
    if (isinf(d))
        return fmt_text("%s%s", type == F64 ? "(double)" : "", d < 0 ? "PTE_NEG_INF" : "PTE_INF");
    char text[400];
    int digits = 1; /* the shortest that reads back */
    do
        snprintf(text, sizeof text, "%.*g", digits++, d);
    while (type == F64 ? strtod(text, NULL) != d : strtof(text, NULL) != (float)d);
    bool plain = !strpbrk(text, ".e");
    return fmt_text("%s%s%s", text, plain ? ".0" : "", suffix);
}

static void add_constant(Text *t, const Expr *e)
{
    if (e->type == F16 || e->type == BF16) /* halves are stored as their bits */
        text_add(t, "0x%04x /* %s */",
                 (unsigned)(e->type == F16 ? pte_f16_from_f32 : pte_bf16_from_f32)((float)e->d),
                 c_float(e->d, F32));
    else if (dtype_is_float((int)e->type))
        text_add(t, "%s", c_float(e->d, e->type));
    else if (e->type == BOOL)
        text_add(t, e->i ? "1" : "0");
    else if (e->i == INT64_MIN)
        text_add(t, "INT64_MIN");
    else if (e->type == I64 && (e->i > INT32_MAX || e->i < INT32_MIN))
        text_add(t, "INT64_C(%" PRId64 ")", e->i);
    else
        text_add(t, "%" PRId64, e->i);
}

static void add_call(Text *t, const char *function, const Expr *e, const Leaves *l)
{
    text_add(t, "%s(", function);
    for (int i = 0; i < expr_info[e->op].arity; i++) {
        text_add(t, i ? ", " : "");
        add_c_expr_over(t, e->arg[i], l);
    }
    text_add(t, ")");
}

/* Does the C of the expression need no parentheses in any place? Names, literals and calls do
 * not. */
static bool is_atom(const Expr *e)
{
    if (e->op == E_CONST)
        return e->i >= 0 && !signbit(e->d);
    if (e->op == E_CAST)
        return e->type != BOOL;
    return expr_info[e->op].arity == 0 || (!*c_operator(e) && e->op != E_ISNAN && e->op != E_ISINF);
}

static bool is_product(const Expr *e)
{
    return strchr("*/", *c_operator(e)) && *c_operator(e);
}

/* Writes an operand, with parentheses unless it is `bare`. An exact result gets a cast, since C
 * drops excess digits only in casts, arguments and assignments. */
static void add_term(Text *t, const Expr *e, bool bare, const Leaves *l)
{
    bool cast = e->exact && *c_operator(e), open = cast || (!bare && !is_atom(e));
    if (cast)
        text_add(t, "(%s)", dtype_c((int)e->type));
    text_add(t, open ? "(" : "");
    add_c_expr_over(t, e, l);
    text_add(t, open ? ")" : "");
}

void add_c_operand(Text *t, const Expr *e, const Leaves *l)
{
    add_term(t, e, false, l);
}

/* Returns C's operator where it means the same as the operation, else "". */
const char *c_operator(const Expr *e)
{
    if (expr_info[e->op].arity == 0)
        return "";
    bool real = dtype_is_float((int)e->arg[0]->type), truth = e->arg[0]->type == BOOL;
    bool plain = real || e->bounded;
    switch (e->op) {
    case E_ADD:
        return plain ? "+" : "";
    case E_SUB:
        return plain ? "-" : "";
    case E_MUL:
        return plain && !e->rounded && !e->lane ? "*" : "";
    case E_DIV:
        return real ? "/" : "";
    case E_LT:
        return "<";
    case E_LE:
        return "<=";
    case E_EQ:
        return "==";
    case E_NE:
        return "!=";
    case E_AND:
        return truth ? "&&" : "&";
    case E_OR:
        return truth ? "||" : "|";
    case E_XOR:
        return truth ? "!=" : "^";
    case E_NOT:
        return truth ? "!" : "~";
    case E_NEG:
        return real ? "-" : "";
    case E_SELECT:
        return "?";
    default:
        return "";
    }
}

/* Writes i32(rint(fmax(fmin(x, hi), lo))) as one call. */
static void add_rint_within(Text *t, const Expr *e, const Leaves *l)
{
    const Expr *above = e->arg[0]->arg[0], *below = above->arg[0];
    const Expr *arg[] = {below->arg[0], above->arg[1], below->arg[1]};
    for (int i = 0; i < 3; i++) {
        text_add(t, i ? ", " : "pte_rint_within_f32(");
        add_c_expr_over(t, arg[i], l);
    }
    text_add(t, ")");
}

static void add_cast(Text *t, const Expr *e, const Leaves *l)
{
    const Expr *from = e->arg[0];
    DType to = e->type;
    bool narrow = from->type == F32 || from->type == F64;
    if (e->within) {
        add_rint_within(t, e, l);
    } else if (to == F16 || to == BF16) {
        text_add(t, "pte_%s_from_f32%s(", to == F16 ? "f16" : "bf16", e->lane ? "_lane" : "");
        if (from->type != F32)
            text_add(t, "(float)");
        add_term(t, from, from->type == F32, l);
        text_add(t, ")");
    } else if (to == BOOL) {
        add_term(t, from, false, l);
        text_add(t, narrow ? " != %s" : " != 0", from->type == F64 ? "0.0" : "0.0f");
    } else if (narrow && !dtype_is_float((int)to) && !e->bounded) {
        text_add(t, "pte_%s_from_%s(", c_suffix(to), c_suffix(from->type));
        add_c_expr_over(t, from, l);
        text_add(t, ")");
    } else {
        text_add(t, "(%s)", dtype_c((int)to));
        add_term(t, from, false, l);
    }
}

/* Returns the name of the function in pte_math.h, pte_<name>_<type>, or of its form for vectors:
 * pte_<name>_lane, or pte_<name>_<type>_lane, which has the same bits. */
static const char *function_name(const Expr *e)
{
    DType type = e->arg[0]->type;
    if (e->lane == BY_LANES)
        return fmt_text("pte_%s_lane", expr_info[e->op].name);
    if (e->lane == BY_EXACT_LANES)
        return fmt_text("pte_%s_%s_lane", expr_info[e->op].name, c_suffix(type));
    bool remainder = e->op == E_FMOD && !dtype_is_float((int)type);
    return fmt_text("pte_%s_%s", remainder ? "rem" : expr_info[e->op].name, c_suffix(type));
}

/* Writes an operation with C's operator, or as a call where C has none. */
static void add_operation(Text *t, const Expr *e, const Leaves *l)
{
    const char *op = c_operator(e);
    if (!*op) {
        add_call(t, function_name(e), e, l);
    } else if (expr_info[e->op].arity == 1) {
        if (*op == '~') /* of a type that C widens first */
            text_add(t, "(%s)", dtype_c((int)e->type));
        text_add(t, "%s", op);
        add_term(t, e->arg[0], false, l);
    } else {
        bool sum = *op == '+' || *op == '-'; /* (a + b) + c and a + b * c need no parentheses */
        bool same = (sum || *op == '*') && e->arg[0]->op == e->op;
        add_term(t, e->arg[0], same || (sum && is_product(e->arg[0])), l);
        text_add(t, " %s ", op);
        add_term(t, e->arg[1], sum && is_product(e->arg[1]), l);
        if (e->op == E_SELECT) {
            text_add(t, " : ");
            add_term(t, e->arg[2], false, l);
        }
    }
}

void add_c_expr_over(Text *t, const Expr *e, const Leaves *l)
{
    switch (e->op) {
    case E_IN:
    case E_AXIS:
    case E_AT:
        if (!l)
            bug("an expression over operands stands where a constant is expected");
        l->add(t, e, l);
        return;
    case E_CONST:
        add_constant(t, e);
        return;
    case E_CAST:
        add_cast(t, e, l);
        return;
    case E_REQUANT:
        add_call(t, "pte_requant_double", e, l);
        return;
    case E_ISNAN:
        add_term(t, e->arg[0], false, l);
        text_add(t, " != ");
        add_term(t, e->arg[0], false, l);
        return;
    case E_ISINF:
        text_add(t, "pte_abs_%s(", c_suffix(e->arg[0]->type));
        add_c_expr_over(t, e->arg[0], l);
        text_add(t, ") == PTE_INF");
        return;
    default:
        add_operation(t, e, l);
    }
}

/* Is it an operation on floats whose result has to be rounded? */
bool expr_is_arithmetic(const Expr *e)
{
    bool op = e->op == E_ADD || e->op == E_SUB || e->op == E_MUL || e->op == E_DIV;
    return op && dtype_is_float((int)e->type);
}

/* Does the operation, if its operand is a product, pass that on, so that the compiler could fuse it
 * with a sum above? */
bool expr_passes_on(const Expr *e)
{
    return e->op == E_NEG || e->op == E_ABS || e->op == E_SELECT || e->op == E_MIN ||
           e->op == E_MAX || e->op == E_FMIN || e->op == E_FMAX || e->op == E_CAST;
}

Expr *rounded_products(const Expr *e, bool exact, bool summed)
{
    Expr *copy = NEW(Expr, 1);
    *copy = *e;
    exact |= !dtype_is_float((int)e->type);
    copy->rounded = exact && summed && e->op == E_MUL && dtype_is_float((int)e->type);
    copy->exact = exact && expr_is_arithmetic(e);
    summed = e->op == E_ADD || e->op == E_SUB || (summed && expr_passes_on(e));
    for (int i = 0; i < expr_info[e->op].arity; i++)
        copy->arg[i] = rounded_products(e->arg[i], exact, summed);
    return copy;
}

static bool has_equal_lane(const Expr *e)
{
    return e->op == E_RINT || e->op == E_FLOOR || e->op == E_CEIL || e->op == E_TRUNC ||
           e->op == E_SQRT || e->op == E_RSQRT || (e->op == E_MUL && e->rounded);
}

void use_lanes(Expr *e, bool exact)
{
    bool near = e->op == E_EXP || e->op == E_TANH || e->op == E_SIGMOID || e->op == E_ERF;
    bool rounds = e->op == E_CAST && (e->type == F16 || e->type == BF16);
    exact |= !dtype_is_float((int)e->type);
    e->lane = NOT_BY_LANES;
    if (rounds || (e->type == F32 && (has_equal_lane(e) || (near && !exact))))
        e->lane = BY_LANES;
    else if ((e->type == F32 && near) || e->shorts)
        e->lane = BY_EXACT_LANES;
    for (int i = 0; i < expr_info[e->op].arity; i++)
        use_lanes(e->arg[i], exact);
}

bool calls_lanes(const Text *t)
{
    return t->size && strstr(t->data, "_lane(");
}

void add_c_expr(Text *t, const Expr *e)
{
    add_c_expr_over(t, e, NULL);
}

/* Writes a string literal. Letters and digits stay as they are, and all else is octal, so that no
 * escape, trigraph or quote comes of it. */
void add_c_string(Text *t, Bytes s)
{
    text_add(t, "\"");
    for (size_t i = 0; i < s.size; i++)
        if (s.data[i] < 128 && (isalnum(s.data[i]) || memchr(" _-.:/", s.data[i], 6)))
            text_add(t, "%c", s.data[i]);
        else
            text_add(t, "\\%03o", s.data[i]);
    text_add(t, "\"");
}

void add_c_literal(Text *t, FileKind kind, const FileValue *v)
{
    switch (kind) {
    case FV_INT:
        if (v->i == INT64_MIN)
            text_add(t, "INT64_MIN");
        else
            add_c_size(t, size_const(v->i));
        return;
    case FV_DOUBLE:
        text_add(t, "%s", c_float(v->d, F64));
        return;
    case FV_BOOL:
        text_add(t, v->i ? "true" : "false");
        return;
    case FV_STRING:
        add_c_string(t, v->string);
        return;
    default:
        text_add(t, "NULL");
    }
}
