/* SPDX-License-Identifier: 0BSD
 * Liveness: where a value's bytes are still needed. Those of a view are its root's. */
#include "graph/live.h"
#include "graph/build.h"

#include <stdint.h>

enum { BEYOND = INT32_MAX }; /* the block's jump reads the value, or a later block does */

static int *last_in(const Live *l, const Block *b, const Value *v)
{
    return &l->last[(int64_t)b->id * l->nvalues + v->id];
}

static void note(const Live *l, const Block *b, Value *v, int until)
{
    Value *root = value_root(v);
    int *last = last_in(l, b, root);
    l->read[root->id] = root;
    if (until > *last)
        *last = until;
}

static void note_reads(const Live *l, const Block *b)
{
    FOR_STEPS(s, b)
        for (int i = 0; i < s->nin; i++)
            if (s->in[i])
                note(l, b, s->in[i], ends_at(s) + 1);
    if (b->cond)
        note(l, b, b->cond, BEYOND);
    for (int side = 0; side < 2; side++)
        for (int i = 0; b->to[side] && i < b->to[side]->nparams; i++)
            note(l, b, b->arg[side][i], BEYOND);
}

/* Marks the values that `to` needs and does not make as alive at the end of `b`, its predecessor;
 * false if all of them were marked. */
static bool reach_back(const Live *l, const Block *b, const Block *to)
{
    bool changed = false;
    for (int i = 0; i < l->nvalues; i++) {
        const Value *v = l->read[i];
        if (!v || !live_into(l, v, to) || v->param_of == to || *last_in(l, b, v) == BEYOND)
            continue;
        *last_in(l, b, v) = BEYOND;
        changed = true;
    }
    return changed;
}

Live liveness(const Graph *g)
{
    Live l = {.nvalues = g->nvalues,
              .last = NEW(int, (int64_t)g->nblocks * g->nvalues),
              .read = NEW(const Value *, g->nvalues)};
    FOR_BLOCKS(b, g)
        note_reads(&l, b);
    for (int i = 0; i < g->noutputs; i++)
        if (g->output[i].value)
            note(&l, g->last, g->output[i].value, BEYOND);
    for (int i = 0; i < g->nstate; i++)
        note(&l, g->last, g->state[i].out, BEYOND);
    for (bool changed = true; changed;) {
        changed = false;
        FOR_BLOCKS(b, g)
            for (int side = 0; side < 2; side++)
                changed |= b->to[side] && reach_back(&l, b, b->to[side]);
    }
    return l;
}

bool live_behind(const Live *l, const Value *v, const Step *s)
{
    bool made_later = v->def && v->def->block == s->block && v->def->index > s->index;
    return !made_later && *last_in(l, s->block, v) > s->index + 1;
}

bool live_into(const Live *l, const Value *v, const Block *b)
{
    return *last_in(l, b, v) > 0 && (!v->def || v->def->block != b);
}
