/* SPDX-License-Identifier: 0BSD
 * The parts that a line of a graph's text is made of: words, numbers, sizes, types, expressions. */
#include "graph/parse/parse_words.h"
#include "base/words.h"
#include "graph/build.h"
#include "graph/dump_whole.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 1000, MOST_INDEX = 1000000 };

void parse_error(const Reader *r, const char *what)
{
    fatal(fmt_text("%s:%d", r->where, r->line), "%s at '%s'", what, printable(r->at));
}

bool next_line(Reader *r)
{
    while (*r->next) {
        size_t n = strcspn(r->next, "\n");
        r->start = r->at = fmt_text("%.*s", (int)n, r->next);
        r->next += n + (r->next[n] == '\n');
        r->line++;
        if (*r->at && *r->at != '#')
            return true;
    }
    r->start = r->at = "";
    return false;
}

/* ---- words and numbers ---- */

bool accept(Reader *r, const char *text)
{
    size_t n = strlen(text);
    if (strncmp(r->at, text, n) != 0)
        return false;
    r->at += n;
    return true;
}

void expect(Reader *r, const char *text)
{
    if (!accept(r, text))
        parse_error(r, fmt_text("expected '%s'", text));
}

static size_t word_length(const char *at)
{
    size_t n = 0;
    while (isalnum((unsigned char)at[n]) || at[n] == '_' || at[n] == '.')
        n++;
    return n;
}

bool accept_word(Reader *r, const char *word)
{
    size_t n = word_length(r->at);
    return n == strlen(word) && accept(r, word);
}

const char *parse_word(Reader *r, const char *expected)
{
    size_t n = word_length(r->at);
    if (n == 0)
        parse_error(r, fmt_text("expected %s", expected));
    const char *word = fmt_text("%.*s", (int)n, r->at);
    r->at += n;
    return word;
}

int64_t parse_number(Reader *r)
{
    char *end;
    errno = 0;
    long long n = strtoll(r->at, &end, 10);
    if (end == r->at || errno || isspace((unsigned char)*r->at))
        parse_error(r, "expected a number of 64 bits");
    r->at = end;
    return n;
}

uint64_t parse_unsigned(Reader *r)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(r->at, &end, 10);
    if (end == r->at || errno || !isdigit((unsigned char)*r->at))
        parse_error(r, "expected a number of 64 bits without a sign");
    r->at = end;
    return n;
}

int parse_small(Reader *r)
{
    const char *at = r->at;
    int64_t n = parse_number(r);
    if (n < 0 || n > MOST_INDEX) {
        r->at = at;
        parse_error(r, fmt_text("expected a number from 0 to %d", MOST_INDEX));
    }
    return (int)n;
}

double parse_double(Reader *r, const char *until)
{
    size_t n = word_length(r->at + (*r->at == '-' || *r->at == '+'));
    const char *stop = until ? strstr(r->at, until) : NULL;
    if (until && !stop)
        parse_error(r, fmt_text("expected a number and '%s'", until));
    const char *copy = until ? fmt_text("%.*s", (int)(stop - r->at), r->at) : r->at;
    char *end;
    double d = strtod(copy, &end);
    if (n == 0 || end == copy || (until && *end))
        parse_error(r, "expected a number");
    r->at = until ? stop + strlen(until) : end;
    return d;
}

DType parse_dtype(Reader *r)
{
    static const DType known[] = {U8,  I8,  I16,  I32,  I64,  F16, F32, F64,
                                  C32, C64, C128, BOOL, BF16, U16, U32, U64};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (accept_word(r, dtype_name((int)known[i])))
            return known[i];
    parse_error(r, "expected a type such as f32");
}

int parse_choice(Reader *r, const char *const *names, int n)
{
    for (int i = 0; i < n; i++)
        if (accept_word(r, names[i]))
            return i;
    parse_error(r, fmt_text("expected one of %s, ..., %s", names[0], names[n - 1]));
}

/* ---- sizes and types ---- */

void declare_symbol(Reader *r, const Size *s)
{
    for (int i = 0; i < r->nsymbols; i++)
        if (strcmp(r->symbol[i]->sym, s->sym) == 0)
            parse_error(r, fmt_text("a second size %s", s->sym));
    PUSH(r->symbol, r->nsymbols, s);
}

static Size *size_within(Reader *r, int depth);

static Size *operation(Reader *r, int depth)
{
    static const struct {
        const char *text;
        SizeKind kind;
    } infix[] = {{" + ", S_ADD}, {" * ", S_MUL}, {" / ", S_FDIV}, {" % ", S_MOD}};
    bool min = accept(r, "min("), prefix = min || accept(r, "max(");
    if (!prefix)
        expect(r, "(");
    Size *a = size_within(r, depth + 1);
    SizeKind kind = min ? S_MIN : S_MAX;
    size_t i = 0;
    while (!prefix && i < sizeof infix / sizeof *infix && !accept(r, infix[i].text))
        i++;
    if (i == sizeof infix / sizeof *infix)
        parse_error(r, "expected + * / or % between blanks");
    if (prefix)
        expect(r, ", ");
    else
        kind = infix[i].kind;
    Size *b = size_within(r, depth + 1);
    expect(r, ")");
    return size_op(kind, a, b);
}

static Size *size_within(Reader *r, int depth)
{
    if (depth > DEEPEST)
        parse_error(r, "a size that is nested too deeply");
    if (isdigit((unsigned char)*r->at) || *r->at == '-')
        return size_const(parse_number(r));
    if (*r->at == '(' || strncmp(r->at, "min(", 4) == 0 || strncmp(r->at, "max(", 4) == 0)
        return operation(r, depth);
    for (int i = 0; i < r->nsymbols; i++)
        if (accept_word(r, r->symbol[i]->sym))
            return (Size *)r->symbol[i];
    parse_error(r, "expected a size; a symbol needs a line 'size NAME: at most N'");
}

Size *parse_size(Reader *r)
{
    return size_within(r, 0);
}

static int parse_list(Reader *r, Size **size)
{
    int n = 0;
    if (accept(r, "]"))
        return 0;
    do {
        if (n == MAX_RANK)
            parse_error(r, fmt_text("more than %d axes", MAX_RANK));
        size[n++] = parse_size(r);
    } while (accept(r, ","));
    expect(r, "]");
    return n;
}

void parse_type(Reader *r, Type *type, Layout *layout, bool *scalar)
{
    *type = (Type){.dtype = parse_dtype(r)};
    *layout = (Layout){0};
    *scalar = !accept(r, "[");
    if (!*scalar)
        type->rank = parse_list(r, type->dim);
    Value row_major = {.type = *type};
    layout_row_major(&row_major);
    *layout = row_major.layout;
    if (!*scalar && accept(r, " by [") && parse_list(r, layout->stride) != type->rank)
        parse_error(r, "expected a stride for each axis");
}

/* ---- expressions ---- */

static Expr *expr_within(Reader *r, int depth);

/* Makes the operation as it is written: expr_new() would simplify it. */
static Expr *operation_of(Reader *r, Expr e, int depth)
{
    Expr *made = NEW(Expr, 1);
    *made = e;
    for (int i = 0; i < expr_info[e.op].arity; i++) {
        if (i)
            expect(r, ", ");
        made->arg[i] = expr_within(r, depth + 1);
    }
    expect(r, ")");
    if (e.op != E_CAST && e.type == NO_DTYPE)
        made->type = expr_usual_type(made);
    return made;
}

static Expr *parse_literal(Reader *r)
{
    const char *type = strchr(r->at, ':');
    if (!type)
        parse_error(r, "expected a number with its type, such as 1.5:f32");
    Reader behind = *r;
    behind.at = type + 1;
    Expr *e = NEW(Expr, 1);
    *e = (Expr){.op = E_CONST, .type = parse_dtype(&behind)};
    if (dtype_is_float((int)e->type)) {
        e->d = parse_double(r, ":");
    } else {
        e->i = parse_number(r);
        expect(r, ":");
    }
    r->at = behind.at;
    return e;
}

static Expr *parse_leaf(Reader *r, ExprOp op)
{
    Expr *e = NEW(Expr, 1);
    *e = (Expr){.op = op, .index = parse_small(r)};
    expect(r, ":");
    e->type = parse_dtype(r);
    return e;
}

static bool starts_literal(const char *at)
{
    at += *at == '-';
    return isdigit((unsigned char)*at) || strncmp(at, "inf:", 4) == 0 ||
           strncmp(at, "nan:", 4) == 0;
}

static bool starts_leaf(const char *at, const char *name)
{
    size_t n = strlen(name);
    return strncmp(at, name, n) == 0 && isdigit((unsigned char)at[n]);
}

static Expr *expr_within(Reader *r, int depth)
{
    if (depth > DEEPEST)
        parse_error(r, "an expression that is nested too deeply");
    if (starts_literal(r->at))
        return parse_literal(r);
    static const ExprOp leaf[] = {E_IN, E_AXIS};
    for (size_t i = 0; i < sizeof leaf / sizeof *leaf; i++)
        if (starts_leaf(r->at, expr_info[leaf[i]].name)) {
            r->at += strlen(expr_info[leaf[i]].name);
            return parse_leaf(r, leaf[i]);
        }
    for (int op = 0; op < EXPR_COUNT; op++) {
        if (op == E_IN || op == E_AXIS || op == E_CONST || op == E_CAST || op == E_AT ||
            !accept_word(r, expr_info[op].name))
            continue;
        DType type = accept(r, ":") ? parse_dtype(r) : NO_DTYPE;
        expect(r, "(");
        return operation_of(r, (Expr){.op = (ExprOp)op, .type = type}, depth);
    }
    if (starts_leaf(r->at, "at")) {
        r->at += strlen("at");
        Expr e = {.op = E_AT, .index = parse_small(r), .type = NO_DTYPE};
        expect(r, "(");
        return operation_of(r, e, depth);
    }
    Expr e = {.op = E_CAST, .type = parse_dtype(r)};
    expect(r, "(");
    return operation_of(r, e, depth);
}

Expr *parse_expr(Reader *r)
{
    return expr_within(r, 0);
}
