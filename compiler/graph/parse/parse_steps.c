/* SPDX-License-Identifier: 0BSD
 * The lines of a graph's text that are steps and their pieces. */
#include "graph/parse/parse_steps.h"
#include "graph/build.h"
#include "graph/dump_whole.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- pieces ---- */

static int sizes_of(Reader *r, Size **size)
{
    int n = 0;
    do {
        if (n == MAX_RANK)
            parse_error(r, fmt_text("more than %d axes", MAX_RANK));
        size[n++] = parse_size(r);
    } while (accept(r, ","));
    return n;
}

static void parse_places(Reader *r, const Piece *piece, Size **offset, Size **stride)
{
    *offset = parse_size(r);
    if ((piece->rank && !accept(r, " by ")) || (piece->rank && sizes_of(r, stride) != piece->rank))
        parse_error(r, "expected 'by' and a stride for each axis");
}

static void parse_piece(Reader *r, Step *s)
{
    Piece piece = {.src = -1};
    if (!accept(r, "]")) {
        piece.rank = sizes_of(r, piece.extent);
        expect(r, "]");
    }
    if (!accept(r, " filled")) {
        expect(r, " from ");
        piece.src = parse_small(r);
        expect(r, " at ");
        parse_places(r, &piece, &piece.src_offset, piece.src_stride);
    }
    expect(r, " to ");
    parse_places(r, &piece, &piece.dst_offset, piece.dst_stride);
    PUSH(s->piece, s->npieces, piece);
}

/* ---- the numbers behind the operands ---- */

static int parse_window_part(Reader *r, int64_t *n)
{
    int rank = 0;
    do {
        if (rank == 3)
            parse_error(r, "more than 3 axes of a window");
        n[rank++] = parse_number(r);
    } while (accept(r, "x"));
    return rank;
}

static void parse_window(Reader *r, Window *w)
{
    static const struct {
        const char *name;
        size_t at;
    } part[] = {{" stride=", offsetof(Window, stride)},
                {" pad=", offsetof(Window, pad)},
                {" dilation=", offsetof(Window, dilation)}};
    w->rank = parse_window_part(r, w->kernel);
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        expect(r, part[k].name);
        if (parse_window_part(r, (int64_t *)(void *)((char *)w + part[k].at)) != w->rank)
            parse_error(r, fmt_text("expected %d numbers before this", w->rank));
    }
}

static void parse_gate(Reader *r, Gate *gate)
{
    gate->slope = (float)parse_double(r, "*v+");
    gate->offset = (float)parse_double(r, ":");
    gate->lo = (float)parse_double(r, "..");
    gate->hi = (float)parse_double(r, NULL);
}

static bool parse_numbers(Reader *r, Step *s)
{
    if (accept(r, "kernel=")) {
        parse_window(r, &s->win);
    } else if (accept(r, "groups=")) {
        s->groups = parse_number(r);
    } else if (accept(r, "axes=")) {
        char *end;
        s->axes = (uint32_t)strtoul(r->at, &end, 16);
        if (end == r->at || !isxdigit((unsigned char)*r->at))
            parse_error(r, "expected the axes' bits in hexadecimal");
        r->at = end;
    } else if (accept_word(r, "causal")) {
        s->causal = true;
    } else if (accept(r, "clamp=")) {
        s->has_clamp = true;
        s->lo = (float)parse_double(r, "..");
        s->hi = (float)parse_double(r, NULL);
    } else if (accept(r, "gate=")) {
        parse_gate(r, &s->gate);
    } else {
        return false;
    }
    return true;
}

/* ---- fields ---- */

static bool parse_row(Reader *r, Step *s)
{
#define FLAG(member)                                                                               \
    if (accept_word(r, #member)) {                                                                 \
        s->member = true;                                                                          \
        return true;                                                                               \
    }
#define COUNT(type, member)                                                                        \
    if (accept(r, #member "=")) {                                                                  \
        s->member = (type)parse_number(r);                                                         \
        return true;                                                                               \
    }
#define NUMBER(member)                                                                             \
    if (accept(r, #member "=")) {                                                                  \
        s->member = (float)parse_double(r, NULL);                                                  \
        return true;                                                                               \
    }
#define CHOICE(type, member, ...)                                                                  \
    if (accept(r, #member "=")) {                                                                  \
        static const char *const name[] = {__VA_ARGS__};                                           \
        s->member = (type)parse_choice(r, name, sizeof name / sizeof *name);                       \
        return true;                                                                               \
    }
#include "graph/fields.def"
#undef FLAG
#undef COUNT
#undef NUMBER
#undef CHOICE
    return false;
}

static void parse_fields(Reader *r, Step *s, int *operands)
{
    do {
        if (parse_row(r, s))
            continue;
        if (accept(r, "operands="))
            *operands = parse_small(r);
        else if (accept(r, "out_pad="))
            parse_window_part(r, s->win.out_pad);
        else if (accept(r, "size="))
            s->size = parse_size(r);
        else if (accept(r, "post="))
            s->post = parse_expr(r);
        else
            parse_error(r, "expected a field of graph/fields.def, operands, out_pad, size or post");
    } while (accept(r, ", "));
    expect(r, "}");
}

/* ---- steps ---- */

static Kind parse_kind(Reader *r)
{
    static const char *const name[] = {
#define KIND(id, text) [K_##id] = text,
#include "graph/kinds.def"
#undef KIND
    };
    return (Kind)parse_choice(r, name, KIND_COUNT);
}

static void parse_sources(Reader *r, Source *s)
{
    for (;; s = s->also) {
        s->instr = (int)parse_number(r); /* -1: of the whole method */
        expect(r, " ");
        size_t n = strcspn(r->at, ",");
        s->op = fmt_text("%.*s", (int)n, r->at);
        r->at += n;
        if (!accept(r, ", "))
            return;
        s->also = NEW(Source, 1);
    }
}

static void parse_results(Parser *p, Value ***out, int *n)
{
    Reader *r = &p->r;
    do {
        Value *v = NULL;
        if (!accept_word(r, "none")) {
            v = parse_definition(p);
            if (accept(r, " in place of v"))
                v->replaces = value_of(p, parse_small(r));
        }
        PUSH(*out, *n, v);
    } while (accept(r, ", "));
    expect(r, " = ");
}

/* Reads what stands between the operands and the sources, in any order. */
static void parse_rest(Reader *r, Step *s, int *operands)
{
    while (!accept(r, "  ; ")) {
        expect(r, " ");
        if (parse_numbers(r, s))
            continue;
        const char *at = r->at;
        if (accept(r, "{")) {
            parse_fields(r, s, operands);
        } else if (isdigit((unsigned char)*at) && strspn(at, "0123456789") == strcspn(at, " ") &&
                   strncmp(at + strcspn(at, " "), " rows as one", 12) == 0) {
            s->joined_rows = parse_number(r);
            expect(r, " rows as one");
        } else {
            s->expr = parse_expr(r);
        }
    }
}

static void check_operands(const Reader *r, const Step *s, const Expr *e)
{
    if (e->op == E_IN && (e->index >= s->nin || !s->in[e->index]))
        parse_error(r, fmt_text("in%d is no operand, before this", e->index));
    for (int i = 0; i < expr_info[e->op].arity; i++)
        check_operands(r, s, e->arg[i]);
}

/* Refuses what no step of its kind may lack. */
static void check_step(const Reader *r, const Step *s)
{
    bool is_map = s->kind == K_MAP || s->kind == K_LOOKUP;
    if (is_map && (s->nout != 1 || !s->out[0] || !s->expr))
        parse_error(r, "a map needs a result and an expression, before this");
    if (s->expr)
        check_operands(r, s, s->expr);
}

void parse_step(Parser *p, Block *b)
{
    Reader *r = &p->r;
    if (accept(r, "  [")) {
        if (!p->step)
            parse_error(r, "expected a step before its pieces");
        parse_piece(r, p->step);
        return;
    }
    Value **out = NULL, **in = NULL;
    int nout = 0, nin = 0, operands = 0;
    parse_results(p, &out, &nout);
    Step *s = step_new(p->g, parse_kind(r), 0, 0);
    s->groups = s->kind == K_CONV;
    expect(r, "(");
    while (!accept(r, ")")) {
        if (nin)
            expect(r, ", ");
        PUSH(in, nin, parse_use(p));
    }
    operands = usual_operands(s->kind, nin);
    parse_rest(r, s, &operands);
    parse_sources(r, &s->source);
    while (nin < operands)
        PUSH(in, nin, NULL);
    s->in = in;
    s->nin = nin;
    s->out = out;
    s->nout = nout;
    for (int i = 0; i < nout; i++)
        if (out[i])
            out[i]->def = s;
    check_step(r, s);
    step_append(b, s);
    p->step = s;
}
