/* SPDX-License-Identifier: 0BSD
 * Liveness: where a value's bytes are still needed. Those of a view are its root's. */
#include "graph/live.h"
#include "graph/build.h"

#include <stdint.h>

enum { BEYOND = INT32_MAX }; /* the block's jump reads the value, or a later block does */

static bool is_made_in(const Value *v, const Block *b)
{
    return (v->def && v->def->block == b) || v->param_of == b;
}

/* Returns where the last read of the value in the block is noted, or NULL: nothing reads it in
 * blocks that do not make it. */
static int *last_in(const Live *l, const Block *b, const Value *v)
{
    if (is_made_in(v, b))
        return &l->own[v->id];
    int number = l->number[v->id];
    return number < 0 ? NULL : &l->last[(int64_t)b->id * l->ncrossing + number];
}

typedef void (*Note)(Live *l, const Block *b, Value *root, int until);

static void note_crossing(Live *l, const Block *b, Value *root, int until)
{
    (void)until;
    if (is_made_in(root, b) || l->number[root->id] >= 0)
        return;
    l->number[root->id] = l->ncrossing;
    PUSH(l->crossing, l->ncrossing, root);
}

static void note_last(Live *l, const Block *b, Value *root, int until)
{
    int *last = last_in(l, b, root);
    if (until > *last)
        *last = until;
}

static void note_reads(Live *l, const Block *b, Note note)
{
    FOR_STEPS(s, b)
        for (int i = 0; i < s->nin; i++)
            if (s->in[i])
                note(l, b, value_root(s->in[i]), ends_at(s) + 1);
    if (b->cond)
        note(l, b, value_root(b->cond), BEYOND);
    for (int side = 0; side < 2; side++)
        for (int i = 0; b->to[side] && i < b->to[side]->nparams; i++)
            note(l, b, value_root(b->arg[side][i]), BEYOND);
}

static void note_all(Live *l, const Graph *g, Note note)
{
    FOR_BLOCKS(b, g)
        note_reads(l, b, note);
    for (int i = 0; i < g->noutputs; i++)
        if (g->output[i].value)
            note(l, g->last, value_root(g->output[i].value), BEYOND);
    for (int i = 0; i < g->nstate; i++)
        note(l, g->last, value_root(g->state[i].out), BEYOND);
}

/* Marks the values that `to` needs and does not make as alive at the end of `b`, its predecessor;
 * false if all of them were marked. */
static bool reach_back(const Live *l, const Block *b, const Block *to)
{
    bool changed = false;
    for (int i = 0; i < l->ncrossing; i++) {
        const Value *v = l->crossing[i];
        int *last = last_in(l, b, v);
        if (is_made_in(v, to) || *last_in(l, to, v) == 0 || *last == BEYOND)
            continue;
        *last = BEYOND;
        changed = true;
    }
    return changed;
}

Live liveness(const Graph *g)
{
    Live l = {.own = NEW(int, g->nvalues), .number = NEW(int, g->nvalues)};
    for (int i = 0; i < g->nvalues; i++)
        l.number[i] = -1;
    note_all(&l, g, note_crossing);
    l.last = NEW(int, (int64_t)g->nblocks *l.ncrossing);
    note_all(&l, g, note_last);
    for (bool changed = true; changed;) {
        changed = false;
        FOR_BLOCKS(b, g)
            for (int side = 0; side < 2; side++)
                changed |= b->to[side] && reach_back(&l, b, b->to[side]);
    }
    return l;
}

void free_liveness(Live *l)
{
    zfree(l->own);
    zfree(l->number);
    zfree(l->last);
}

bool live_behind(const Live *l, const Value *v, const Step *s)
{
    bool made_later = v->def && v->def->block == s->block && v->def->index > s->index;
    const int *last = last_in(l, s->block, v);
    return !made_later && last && *last > s->index + 1;
}

bool live_into(const Live *l, const Value *v, const Block *b)
{
    const int *last = last_in(l, b, v);
    return last && *last > 0 && (!v->def || v->def->block != b);
}
