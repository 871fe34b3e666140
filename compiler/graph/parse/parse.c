/* SPDX-License-Identifier: 0BSD
 * Reads a graph from the text that dump_whole_graph() writes, so that a pass can be tested by
 * text. */
#include "graph/parse/parse.h"
#include "base/words.h"
#include "graph/build.h"
#include "graph/parse/parse_steps.h"
#include "graph/parse/parse_values.h"
#include "pte_math.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- head ---- */

static void parse_symbol(Parser *p)
{
    Reader *r = &p->r;
    const char *name = parse_word(r, "the name of a size");
    expect(r, ": at most ");
    int64_t most = parse_number(r);
    if (accept(r, " computed")) {
        declare_symbol(r, size_scalar(name, most));
        p->g->nscalars++;
    } else {
        expect(r, " in group ");
        declare_symbol(r, size_sym(name, parse_small(r), most));
    }
}

static void parse_bits(Reader *r, uint8_t *at, size_t size)
{
    for (size_t i = size; i-- > 0;) {
        unsigned byte;
        if (!isxdigit((unsigned char)r->at[0]) || !isxdigit((unsigned char)r->at[1]) ||
            sscanf(r->at, "%2x", &byte) != 1)
            parse_error(r, fmt_text("expected %zu digits behind 0x", 2 * size));
        at[i] = (uint8_t)byte;
        r->at += 2;
    }
}

static void parse_element(Reader *r, DType type, uint8_t *at, size_t size)
{
    if (accept(r, "0x")) {
        parse_bits(r, at, size);
        return;
    }
    if (dtype_is_float((int)type)) {
        double d = parse_double(r, NULL);
        float f = (float)d;
        uint16_t half = type == F16 ? pte_f16_from_f32(f) : pte_bf16_from_f32(f);
        memcpy(at, type == F64 ? (void *)&d : type == F32 ? (void *)&f : (void *)&half, size);
        return;
    }
    if (!dtype_is_int((int)type) && type != BOOL)
        parse_error(r, "expected 0x and the bits");
    uint64_t bits = type == U64 ? parse_unsigned(r) : (uint64_t)parse_number(r);
    for (size_t i = 0; i < size; i++)
        at[i] = (uint8_t)(bits >> 8 * i);
}

/* Reads elements as they lie in memory; behind "..." the last one is repeated. */
static void parse_constant(Parser *p)
{
    enum { MOST_BYTES = 1 << 30 };
    Reader *r = &p->r;
    Value *v = parse_definition(p);
    expect(r, " =");
    size_t size = dtype_bytes((int)v->type.dtype);
    int64_t bytes = value_bound_bytes(v);
    if (!value_is_static(v) || bytes > MOST_BYTES)
        parse_error(r, "a constant of no known size, or of more than a gigabyte, before this");
    size_t n = (size_t)bytes / size;
    uint8_t *data = NEW(uint8_t, bytes);
    for (size_t i = 0; i < n; i++) {
        if (i && accept(r, " ...")) {
            for (; i < n; i++)
                memcpy(data + i * size, data + (i - 1) * size, size);
            break;
        }
        if (!accept(r, " "))
            parse_error(r, fmt_text("%zu elements instead of %zu, before this", i, n));
        parse_element(r, v->type.dtype, data + i * size, size);
    }
    v->buffer = NEW(Buffer, 1);
    *v->buffer = (Buffer){.kind = B_CONST, .data = data, .origin = data, .bound = bytes};
    PUSH(p->g->constant, p->g->nconstants, v);
}

static Border *parse_border(Reader *r)
{
    if (!accept(r, " bytes of scale "))
        return NULL;
    Border *b = NEW(Border, 1);
    b->scale = (float)parse_double(r, " zero ");
    b->zero = (int32_t)parse_number(r);
    expect(r, " ");
    b->expr = parse_expr(r);
    return b;
}

static void parse_input(Parser *p, bool given)
{
    Reader *r = &p->r;
    int index = parse_small(r);
    expect(r, ": ");
    if (index < p->g->ninputs)
        parse_error(r, "an input that is not behind the one before");
    while (p->g->ninputs < index)
        PUSH(p->g->input, p->g->ninputs, (Arg){0});
    Arg a = {.given = given, .value = parse_definition(p)};
    a.border = parse_border(r);
    a.sized = accept(r, " sized");
    PUSH(p->g->input, p->g->ninputs, a);
}

static void parse_need(Parser *p)
{
    struct Forced f = {.size = parse_size(&p->r)};
    expect(&p->r, " = ");
    f.other = parse_size(&p->r);
    PUSH(p->g->forced, p->g->nforced, f);
}

static void parse_state(Parser *p)
{
    StateUse s = {.state = parse_small(&p->r)};
    expect(&p->r, ": ");
    s.in = parse_definition(p);
    s.in->buffer = NEW(Buffer, 1);
    *s.in->buffer = (Buffer){.kind = B_STATE, .index = s.state, .bound = value_bound_bytes(s.in)};
    expect(&p->r, " -> ");
    s.out = parse_some(p);
    PUSH(p->g->state, p->g->nstate, s);
}

static void parse_output(Parser *p, bool given)
{
    Reader *r = &p->r;
    if (parse_small(r) != p->g->noutputs)
        parse_error(r, fmt_text("expected output %d before this", p->g->noutputs));
    expect(r, ": ");
    if (given && accept_word(r, "none"))
        parse_error(r, "expected a value before this");
    Arg a = {.given = given, .value = parse_use(p)};
    a.border = parse_border(r);
    PUSH(p->g->output, p->g->noutputs, a);
}

/* ---- blocks ---- */

static Block *block_of(Parser *p)
{
    int id = parse_small(&p->r);
    while (p->nblocks <= id) {
        PUSH(p->block, p->nblocks, NULL);
        PUSH(p->has_block, p->nhas_block, false);
    }
    if (!p->block[id]) {
        p->block[id] = NEW(Block, 1);
        p->block[id]->id = id;
    }
    return p->block[id];
}

static Block *parse_block_head(Parser *p)
{
    Reader *r = &p->r;
    Block *b = block_of(p);
    if (p->has_block[b->id])
        parse_error(r, fmt_text("a second block%d, before this", b->id));
    p->has_block[b->id] = true;
    expect(r, "(");
    while (!accept(r, ")")) {
        if (b->nparams)
            expect(r, ", ");
        Value *v = parse_definition(p);
        v->param_of = b;
        PUSH(b->param, b->nparams, v);
    }
    expect(r, ":");
    *(p->g->last ? &p->g->last->next : &p->g->entry) = b;
    p->g->last = b;
    p->g->nblocks++;
    return b;
}

static void parse_jump(Parser *p, Block *b, int side)
{
    Reader *r = &p->r;
    expect(r, "block");
    b->to[side] = block_of(p);
    expect(r, "(");
    int n = 0;
    while (!accept(r, ")")) {
        if (n)
            expect(r, ", ");
        PUSH(b->arg[side], n, parse_some(p));
    }
    PUSH(p->jump, p->njumps, ((Jump){.from = b, .side = side, .nargs = n, .line = r->line}));
}

/* Reads what ends a block; false if the line is a step. */
static bool parse_end(Parser *p, Block *b)
{
    Reader *r = &p->r;
    if (accept_word(r, "return"))
        return true;
    bool branch = accept(r, "if ");
    if (branch) {
        b->cond = parse_some(p);
        expect(r, " ");
    }
    if (!accept(r, "goto ")) {
        if (branch)
            parse_error(r, "expected 'goto'");
        return false;
    }
    b->end = branch ? T_BRANCH : T_JUMP;
    parse_jump(p, b, 0);
    if (branch) {
        expect(r, " else ");
        parse_jump(p, b, 1);
    }
    return true;
}

static void check_jumps(Parser *p)
{
    for (int i = 0; i < p->njumps; i++) {
        const Jump *j = &p->jump[i];
        const Block *to = j->from->to[j->side];
        p->r.line = j->line;
        p->r.at = "";
        if (!p->has_block[to->id])
            parse_error(&p->r, fmt_text("there is no block%d;", to->id));
        if (j->nargs != to->nparams)
            parse_error(&p->r, fmt_text("block%d takes %d arguments, not %d;", to->id, to->nparams,
                                        j->nargs));
    }
}

/* ---- lines ---- */

static void parse_head_line(Parser *p, Block **open)
{
    Reader *r = &p->r;
    if (accept(r, " size "))
        parse_symbol(p);
    else if (accept(r, " constant "))
        parse_constant(p);
    else if (accept(r, " input "))
        parse_input(p, true);
    else if (accept(r, " fixed input "))
        parse_input(p, false);
    else if (accept(r, " needs "))
        parse_need(p);
    else if (accept(r, " state "))
        parse_state(p);
    else if (accept(r, " block"))
        *open = parse_block_head(p);
    else if (accept(r, " output "))
        parse_output(p, true);
    else if (accept(r, " fixed output "))
        parse_output(p, false);
    else
        parse_error(
            r, "expected size, constant, input, needs, state, block or output behind a blank,");
}

static void parse_block_line(Parser *p, Block **open)
{
    expect(&p->r, "  ");
    if (parse_end(p, *open))
        *open = NULL;
    else
        parse_step(p, *open);
}

Graph *graph_parse(Model *m, const char *where, const char *text)
{
    Parser p = {.r = {.where = where, .next = text}, .g = NEW(Graph, 1)};
    Block *open = NULL; /* whose steps are being read */
    p.g->model = m;
    if (!next_line(&p.r))
        parse_error(&p.r, "expected 'method NAME'");
    expect(&p.r, "method ");
    p.g->name = p.r.at;
    while (next_line(&p.r)) {
        if (open)
            parse_block_line(&p, &open);
        else
            parse_head_line(&p, &open);
        if (*p.r.at)
            parse_error(&p.r, "expected the end of the line");
    }
    if (open || !p.g->entry)
        parse_error(&p.r, open ? "a block without an end" : "expected a block");
    check_jumps(&p);
    finish_values(&p);
    number_steps(p.g);
    return p.g;
}
