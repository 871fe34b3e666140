/* SPDX-License-Identifier: 0BSD
 * Elementwise steps and means read bytes and dequantise them in their own loop, in the program's
 * float arithmetic; what depends on one byte only becomes a table of its 256 results. */
#include "transform/quantise/maps.h"
#include "graph/build.h"
#include "graph/quantised.h"
#include "graph/rewrite.h"

enum { MOST_NODES = 400, MOST_STEPS = 16 };

/* Describes what a value is made of: maps of maps of one tensor of bytes. */
typedef struct Chain {
    Value *bytes;
    int nodes;                    /* in all expressions */
    bool floats;                  /* some map computes in floats */
    const Step *step[MOST_STEPS]; /* the maps before the last one */
    int nsteps;
} Chain;

static bool has_floats(const Expr *e)
{
    bool found = dtype_is_float((int)e->type);
    for (int i = 0; i < expr_info[e->op].arity && !found; i++)
        found = has_floats(e->arg[i]);
    return found;
}

static bool follow(Chain *c, const Step *s);

static bool follow_step(Chain *c, const Step *s)
{
    for (int i = 0; i < c->nsteps; i++)
        if (c->step[i] == s)
            return follow(c, s);
    if (s->kind != K_MAP || c->nsteps == MOST_STEPS)
        return false;
    c->step[c->nsteps++] = s;
    return follow(c, s);
}

static bool follow_operand(Chain *c, const Step *s, int operand)
{
    Value *v = s->in[operand];
    if (is_const_number(v, v->type.dtype))
        return true;
    if (!same_dims(v, s->out[0]))
        return false;
    if (!has_8_bits(v))
        return !v->view_of && v->def && follow_step(c, v->def);
    if (!c->bytes)
        c->bytes = v;
    return c->bytes == v;
}

static bool follow(Chain *c, const Step *s)
{
    c->nodes += expr_nodes(s->expr);
    c->floats = c->floats || has_floats(s->expr);
    if (c->nodes > MOST_NODES || s->effect || !expr_evaluable(s->expr))
        return false;
    for (int i = 0; i < s->nin; i++)
        if (!follow_operand(c, s, i))
            return false;
    return true;
}

static void become_table(Graph *g, Step *s, const Chain *c)
{
    Value *bytes = c->bytes;
    uint8_t *data = NEW(uint8_t, TABLE_ENTRIES);
    for (int i = 0; i < TABLE_ENTRIES; i++)
        data[i] = table_entry(s, i, bytes->type.dtype == I8);
    DType type = s->out[0]->type.dtype;
    Value *table = value_const(g, type, 1, (int64_t[]){TABLE_ENTRIES}, data);
    table->role = "table";
    s->expr = expr_new(E_AT, type, expr_in(1, type), table_index(bytes), NULL);
    s->nin = 2;
    s->in = NEW(Value *, 2);
    s->in[0] = bytes;
    s->in[1] = table;
    for (int i = 0; i < c->nsteps; i++)
        put_source_first(s, c->step[i]);
}

/* Is a table worth it? A clamp of bytes is cheaper as it is. */
static bool is_worth_table(const Chain *c)
{
    return c->bytes && c->floats;
}

void tabulate(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            Chain c = {0};
            if (s->kind == K_MAP && has_8_bits(s->out[0]) && s->out[0]->type.rank > 0 &&
                follow(&c, s) && is_worth_table(&c))
                become_table(g, s, &c);
        }
}
