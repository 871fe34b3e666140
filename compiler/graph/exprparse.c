/* SPDX-License-Identifier: 0BSD
 * Parses the expression strings of operator rows: C's operators and precedence, functions by their
 * names in expr.def, casts by dtype name, identifiers resolved by the caller. */
#include "graph/exprparse.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Parser {
    const char *text, *at;
    ExprEnv *env;
} Parser;

static Expr *parse_select(Parser *p);

static _Noreturn void broken(const Parser *p, const char *what)
{
    bug("operator row: %s at '%s' in '%s'", what, p->at, p->text);
}

static bool take(Parser *p, const char *token)
{
    while (*p->at == ' ')
        p->at++;
    size_t n = strlen(token);
    if (strncmp(p->at, token, n) != 0)
        return false;
    if (n == 1 && (*token == '<' || *token == '>' || *token == '!') && p->at[1] == '=')
        return false;
    p->at += n;
    return true;
}

/* Gives a literal, which has no type of its own, the type of the other operand. */
static void unify(Parser *p, Expr **a, Expr **b)
{
    if ((*a)->type == (*b)->type)
        return;
    if ((*a)->type == NO_DTYPE)
        *a = expr_typed(*a, (*b)->type);
    else if ((*b)->type == NO_DTYPE)
        *b = expr_typed(*b, (*a)->type);
    else if (p->env->asks) {
        p->env->misfit = true;
        *b = expr_cast(*b, (*a)->type);
    } else {
        fatal(p->env->where, "%s and %s do not go together here", dtype_name((int)(*a)->type),
              dtype_name((int)(*b)->type));
    }
}

/* Refuses operations that the operands' type does not have. Bool has sums, products and powers,
 * which are bool again. */
static void need_operation(const Parser *p, ExprOp op, const Expr *e)
{
    if (e->type == NO_DTYPE || op_takes(op, e->type))
        return;
    p->env->misfit = true;
    if (!p->env->asks)
        fatal(p->env->where, "there is no '%s' of %s", expr_info[op].name,
              dtype_name((int)e->type));
}

/* Makes an operation of two operands. One that is None drops out: x * weight + bias without
 * bias. */
static Expr *binary(Parser *p, ExprOp op, Expr *a, Expr *b)
{
    if (!a || !b)
        return a ? a : b;
    unify(p, &a, &b);
    need_operation(p, op, a);
    if (a->op == E_CONST && b->op == E_CONST && dtype_is_float((int)a->type))
        return expr_folded(expr_new(op, a->type, a, b, NULL));
    if (a->type == BOOL) /* sums and products of truth values */
        op = op == E_ADD ? E_OR : op == E_MUL ? E_AND : op;
    return expr_new(op, a->type, a, b, NULL);
}

/* Returns the operation for integers: they have no NaN, which alone tells FMIN and FMAX from MIN
 * and MAX. */
static ExprOp of_integers(ExprOp op)
{
    return op == E_FMIN ? E_MIN : op == E_FMAX ? E_MAX : op;
}

/* Does the function round? Then it leaves integers as they are. */
static bool is_rounding(const char *name)
{
    static const ExprOp ops[] = {E_FLOOR, E_CEIL, E_TRUNC, E_RINT};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (strcmp(expr_info[ops[i]].name, name) == 0)
            return true;
    return false;
}

static Expr *parse_call(Parser *p, const char *name)
{
    Expr *arg[3] = {NULL};
    int n = 0;
    do {
        if (n == 3)
            broken(p, "too many arguments");
        arg[n++] = parse_select(p);
    } while (take(p, ","));
    if (!take(p, ")"))
        broken(p, "')' expected");
    Expr *special = p->env->call(p->env, name, arg[0]);
    if (special)
        return special;
    if (n == 2 && (!arg[0] || !arg[1])) /* max(x, None) */
        return arg[0] ? arg[0] : arg[1];
    if (is_rounding(name) && !dtype_is_float((int)arg[0]->type))
        return arg[0];
    for (int op = 0; op < EXPR_COUNT; op++) {
        if (strcmp(expr_info[op].name, name) != 0)
            continue;
        if (n != expr_info[op].arity)
            broken(p, "wrong number of arguments");
        if (op == E_SELECT)
            unify(p, &arg[1], &arg[2]);
        else
            for (int i = 1; i < n; i++)
                unify(p, &arg[0], &arg[i]);
        if (op == E_POW && expr_is_number(arg[1], 2)) /* a square rounds once, as the power does */
            return expr_new(E_MUL, arg[0]->type, arg[0], arg[0], NULL);
        need_operation(p, (ExprOp)op, arg[0]);
        DType type = op == E_SELECT ? arg[1]->type : arg[0]->type;
        return expr_new(dtype_is_float((int)type) ? (ExprOp)op : of_integers((ExprOp)op), type,
                        arg[0], arg[1], arg[2]);
    }
    broken(p, "unknown function");
}

static Expr *parse_primary(Parser *p)
{
    if (take(p, "(")) {
        Expr *e = parse_select(p);
        if (!take(p, ")"))
            broken(p, "')' expected");
        return e;
    }
    if (isdigit((unsigned char)*p->at)) {
        char *end;
        double d = strtod(p->at, &end);
        p->at = end;
        Expr *e = expr_float(d, F64);
        e->type = NO_DTYPE;
        return e;
    }
    const char *start = p->at;
    while (isalnum((unsigned char)*p->at) || *p->at == '_')
        p->at++;
    if (p->at == start)
        broken(p, "operand expected");
    const char *name = fmt_text("%.*s", (int)(p->at - start), start);
    if (take(p, "("))
        return parse_call(p, name);
    return p->env->operand(p->env, name);
}

static Expr *parse_unary(Parser *p)
{
    if (take(p, "-")) {
        Expr *e = parse_unary(p);
        need_operation(p, E_NEG, e);
        if (e->type != NO_DTYPE)
            return expr_new(E_NEG, e->type, e, NULL, NULL);
        e->d = -e->d;
        return e;
    }
    if (take(p, "!")) {
        Expr *e = parse_unary(p);
        need_operation(p, E_NOT, e);
        return expr_new(E_NOT, e->type, e, NULL, NULL);
    }
    return parse_primary(p);
}

static Expr *parse_product(Parser *p)
{
    Expr *e = parse_unary(p);
    for (;;)
        if (take(p, "*"))
            e = binary(p, E_MUL, e, parse_unary(p));
        else if (take(p, "/"))
            e = binary(p, E_DIV, e, parse_unary(p));
        else
            return e;
}

static Expr *parse_sum(Parser *p)
{
    Expr *e = parse_product(p);
    for (;;)
        if (take(p, "+"))
            e = binary(p, E_ADD, e, parse_product(p));
        else if (take(p, "-"))
            e = binary(p, E_SUB, e, parse_product(p));
        else
            return e;
}

static Expr *parse_compare(Parser *p)
{
    Expr *e = parse_sum(p);
    if (take(p, "<="))
        return binary(p, E_LE, e, parse_sum(p));
    if (take(p, ">=")) {
        Expr *b = parse_sum(p);
        return binary(p, E_LE, b, e);
    }
    if (take(p, "=="))
        return binary(p, E_EQ, e, parse_sum(p));
    if (take(p, "!="))
        return binary(p, E_NE, e, parse_sum(p));
    if (take(p, "<"))
        return binary(p, E_LT, e, parse_sum(p));
    if (take(p, ">")) {
        Expr *b = parse_sum(p);
        return binary(p, E_LT, b, e);
    }
    return e;
}

static Expr *parse_logic(Parser *p)
{
    Expr *e = parse_compare(p);
    for (;;)
        if (take(p, "&&"))
            e = binary(p, E_AND, e, parse_compare(p));
        else if (take(p, "||"))
            e = binary(p, E_OR, e, parse_compare(p));
        else
            return e;
}

static Expr *parse_select(Parser *p)
{
    Expr *cond = parse_logic(p);
    if (!take(p, "?"))
        return cond;
    Expr *a = parse_select(p);
    if (!take(p, ":"))
        broken(p, "':' expected");
    Expr *b = parse_select(p);
    unify(p, &a, &b);
    return expr_new(E_SELECT, a->type, cond, a, b);
}

Expr *expr_typed(Expr *literal, DType type)
{
    if (literal->op != E_CONST)
        bug("operator row: an expression of literals alone needs a cast");
    return expr_number(literal->d, type);
}

Expr *expr_parse(const char *text, ExprEnv *env)
{
    Parser p = {.text = text, .at = text, .env = env};
    Expr *e = parse_select(&p);
    while (*p.at == ' ')
        p.at++;
    if (*p.at)
        broken(&p, "end expected");
    return e;
}
