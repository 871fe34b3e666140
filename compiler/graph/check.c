/* SPDX-License-Identifier: 0BSD
 * What every graph must satisfy between passes, in every build: a violation is our own fault. */
#include "graph/check.h"
#include "graph/access.h"
#include "graph/build.h"
#include "graph/dump.h"
#include "graph/live.h"

#include <string.h>

typedef struct Checker {
    const Graph *g;
    const char *pass;
    int *defined_in;      /* block id + 1 of each value's definition, by value id */
    int *position;        /* step index within the method */
    uint64_t *dominators; /* of each block a set of `words`; only for several blocks */
    int words;
} Checker;

static _Noreturn void broken(const Checker *c, const Step *s, const char *what)
{
    const char *text =
        fmt_text("method %s, step %d (%s of %s): %s", c->g->name, s ? s->index : -1,
                 s ? step_kind(s->kind) : "-", s && s->source.op ? s->source.op : "-", what);
    if (!c->pass)
        fatal(NULL, "%s", text);
    bug("after %s: %s", c->pass, text);
}

static void define(Checker *c, const Value *v, const Block *b, int position)
{
    if (v->id >= c->g->nvalues)
        broken(c, NULL, "a value of another graph");
    if (c->defined_in[v->id])
        broken(c, v->def, "a value is defined twice");
    c->defined_in[v->id] = b->id + 1;
    c->position[v->id] = position;
}

static bool is_dominator(const Checker *c, int block, int of)
{
    return c->dominators[of * c->words + block / 64] >> block % 64 & 1;
}

/* Narrows the dominators of `to` to itself and those of its predecessor `from`; false if nothing
 * changed. */
static bool narrow(Checker *c, int to, int from)
{
    uint64_t *set = c->dominators + to * c->words, *other = c->dominators + from * c->words;
    bool changed = false;
    for (int i = 0; i < c->words; i++) {
        uint64_t self = to / 64 == i ? UINT64_C(1) << to % 64 : 0, now = set[i] & (other[i] | self);
        changed |= now != set[i];
        set[i] = now;
    }
    return changed;
}

static void find_dominators(Checker *c)
{
    int n = c->g->nblocks;
    c->words = n / 64 + 1;
    c->dominators = NEW(uint64_t, n * c->words);
    memset(c->dominators, 0xff, (size_t)(n * c->words) * sizeof *c->dominators);
    memset(c->dominators, 0, (size_t)c->words * sizeof *c->dominators);
    c->dominators[0] = 1;
    for (bool changed = true; changed;) {
        changed = false;
        FOR_BLOCKS(b, c->g)
            for (int side = 0; side < 2; side++)
                if (b->to[side])
                    changed |= narrow(c, b->to[side]->id, b->id);
    }
}

static void check_read(const Checker *c, const Value *v, const Block *b, int position,
                       const Step *s)
{
    for (; v; v = v->view_of) {
        if (v->forward)
            broken(c, s, "reads a value that was replaced");
        if (v->type.rank < 0 || v->type.rank > MAX_RANK)
            broken(c, s, "reads a value of impossible rank");
        if (v->view_of || value_is_const(v) || v->size)
            continue;
        int home = c->defined_in[v->id] - 1;
        if (home < 0)
            broken(c, s, fmt_text("reads v%d, which nobody defines", v->id));
        if (home == b->id ? c->position[v->id] >= position
                          : c->dominators && !is_dominator(c, home, b->id))
            broken(c, s, fmt_text("reads v%d before it is defined", v->id));
    }
}

static void check_piece(const Checker *c, const Step *s, const Piece *p)
{
    if (p->src >= s->nin || p->rank > MAX_RANK || (p->src < 0 && !s->expr))
        broken(c, s, "a piece of a move names no operand");
    for (int i = 0; i < p->rank; i++)
        if (!p->extent[i] || !p->dst_stride[i] || (p->src >= 0 && !p->src_stride[i]))
            broken(c, s, "a piece of a move lacks an extent or stride");
}

static void check_expr(const Checker *c, const Step *s, const Expr *e)
{
    if (e->op == E_IN && (e->index < 0 || e->index >= s->nin || !s->in[e->index]))
        broken(c, s, "an expression reads an operand that is not there");
    for (int i = 0; i < expr_info[e->op].arity; i++) {
        if (!e->arg[i])
            broken(c, s, "an expression lacks an operand");
        check_expr(c, s, e->arg[i]);
    }
    if (expr_info[e->op].arity == 2 && e->op != E_AT && e->arg[0]->type != e->arg[1]->type)
        broken(c, s, "an expression mixes types");
    const Expr *operand = expr_info[e->op].arity > 0 ? e->arg[0] : e;
    if (!op_takes(e->op, operand->type))
        broken(c, s, "an expression has an operation that its operands do not have");
}

static void check_parts(const Checker *c, const Step *s)
{
    if (s->parts && (s->parts < 2 || s->saved_rows || (s->kernel && !s->split)))
        broken(c, s, "cannot be computed in parts");
    const Strip *strip = s->strip;
    if (strip && strip->first != s && s->out[0]->replaces &&
        s->out[0]->replaces == value_root(strip->first->in[CONV_IN]) &&
        (strip->parts || !adds_to_operand(strip->first, s)))
        broken(c, s, "overwrites what its strip still reads");
}

static void check_step(const Checker *c, const Step *s)
{
    for (int i = 0; i < s->nout; i++)
        if (s->out[i] && (s->out[i]->def != s || s->out[i]->view_of))
            broken(c, s, "a result does not name its step");
    if (s->expr)
        check_expr(c, s, s->expr);
    if (s->post)
        check_expr(c, s, s->post);
    if ((s->kind == K_MAP || s->kind == K_LOOKUP) &&
        (!s->expr || s->expr->type != s->out[0]->type.dtype))
        broken(c, s, "a map's expression has another type than its result");
    for (int i = 0; i < s->npieces; i++)
        check_piece(c, s, &s->piece[i]);
    check_parts(c, s);
}

static void check_jumps(const Checker *c, const Block *b)
{
    for (int side = 0; side < 2; side++)
        for (int i = 0; b->to[side] && i < b->to[side]->nparams; i++) {
            if (!b->arg[side] || !b->arg[side][i])
                broken(c, NULL, "a jump lacks an argument");
            check_read(c, b->arg[side][i], b, c->g->nsteps, NULL);
        }
    if (b->end == T_BRANCH)
        check_read(c, b->cond, b, c->g->nsteps, NULL);
}

static void check_replaced(const Checker *c)
{
    Live live = liveness(c->g);
    FOR_BLOCKS(b, c->g)
        FOR_STEPS(s, b)
            for (int i = 0; i < s->nout; i++) {
                const Value *v = s->out[i] ? s->out[i]->replaces : NULL;
                if (v && live_behind(&live, v, s))
                    broken(c, s, fmt_text("replaces v%d, which is read later", v->id));
            }
    free_liveness(&live);
}

void check(const Graph *g, const char *pass)
{
    Checker c = {.g = g, .pass = pass};
    c.defined_in = NEW(int, g->nvalues);
    c.position = NEW(int, g->nvalues);
    for (int i = 0; i < g->ninputs; i++)
        if (g->input[i].value)
            define(&c, g->input[i].value, g->entry, -1);
    for (int i = 0; i < g->nstate; i++)
        define(&c, g->state[i].in, g->entry, -1);
    FOR_BLOCKS(b, g) {
        for (int i = 0; i < b->nparams; i++)
            define(&c, b->param[i], b, -1);
        FOR_STEPS(s, b)
            for (int i = 0; i < s->nout; i++)
                if (s->out[i])
                    define(&c, s->out[i], b, s->index);
    }
    if (g->nblocks > 1)
        find_dominators(&c);
    FOR_BLOCKS(b, g) {
        FOR_STEPS(s, b) {
            check_step(&c, s);
            for (int i = 0; i < s->nin; i++)
                if (s->in[i])
                    check_read(&c, s->in[i], b, s->index, s);
        }
        check_jumps(&c, b);
    }
    check_replaced(&c);
    for (int i = 0; i < g->noutputs; i++)
        if (g->output[i].value)
            check_read(&c, g->output[i].value, g->last, g->nsteps, NULL);
    zfree(c.defined_in);
    zfree(c.position);
    if (c.dominators)
        zfree(c.dominators);
}
