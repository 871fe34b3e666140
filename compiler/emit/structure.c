/* SPDX-License-Identifier: 0BSD
 * Blocks and jumps as statements of C: `if`, loops and `break`, where the jumps nest so. What the
 * walk makes is right by construction: it follows each jump once, and gives up where a jump leads
 * neither to what stands next nor out of the loop. */
#include "emit/structure.h"

#include <string.h>

enum { DEEPEST = 12 };

typedef struct Loop {
    const Block *head, *exit; /* exit: the one block outside to which it jumps */
    const bool *inside;
} Loop;

typedef struct Walk {
    int nblocks;
    Block **block;
    bool *met;   /* [b][k]: every way from b to the return passes k */
    bool *head;  /* a later block jumps back to the block */
    bool *back;  /* the block jumps back */
    bool *loops; /* the flow has the block's loop already */
    bool *written;
} Walk;

static bool narrow(Walk *w, const Block *b)
{
    bool changed = false;
    for (int k = 0; k < w->nblocks; k++) {
        bool all = true;
        for (int side = 0; side < 2; side++)
            all = all && (!b->to[side] || w->met[b->to[side]->id * w->nblocks + k]);
        bool *met = &w->met[b->id * w->nblocks + k];
        if (*met && !all && k != b->id) {
            *met = false;
            changed = true;
        }
    }
    return changed;
}

static void find_meetings(Walk *w, const Graph *g)
{
    for (int i = 0; i < w->nblocks * w->nblocks; i++)
        w->met[i] = true;
    for (int k = 0; k < w->nblocks; k++)
        w->met[g->last->id * w->nblocks + k] = k == g->last->id;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = w->nblocks; i-- > 0;)
            if (w->block[i] != g->last)
                changed |= narrow(w, w->block[i]);
    }
}

/* Returns the first block that every way from `b` to the return passes; all other such blocks come
 * behind it. */
static Block *meeting(const Walk *w, const Block *b)
{
    const bool *met = &w->met[b->id * w->nblocks];
    for (int k = 0; k < w->nblocks; k++) {
        bool first = met[k] && k != b->id;
        for (int i = 0; i < w->nblocks && first; i++)
            first = !met[i] || i == b->id || w->met[k * w->nblocks + i];
        if (first)
            return w->block[k];
    }
    return NULL;
}

enum { UNSEEN, ON_THE_WAY, SEEN };

static void find_back_jumps(Walk *w, const Block *b, char *state)
{
    state[b->id] = ON_THE_WAY;
    for (int side = 0; side < 2; side++) {
        const Block *to = b->to[side];
        if (to && state[to->id] == ON_THE_WAY)
            w->head[to->id] = w->back[b->id] = true;
        else if (to && state[to->id] == UNSEEN)
            find_back_jumps(w, to, state);
    }
    state[b->id] = SEEN;
}

static bool jumps_to(const Block *b, const Block *to)
{
    return b->to[0] == to || b->to[1] == to;
}

/* Returns the loop of the blocks from which a way leads back to the head without passing it. The
 * exit is NULL if there is none, or several. */
static Loop loop_of(const Walk *w, const Block *head)
{
    bool *inside = NEW(bool, w->nblocks), several = false;
    Loop loop = {.head = head, .inside = inside};
    inside[head->id] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < w->nblocks; i++) {
            const Block *b = w->block[i];
            bool leads = w->back[i] && jumps_to(b, head);
            for (int side = 0; side < 2; side++)
                leads |= b->to[side] && b->to[side] != head && inside[b->to[side]->id];
            changed |= leads && !inside[i];
            inside[i] |= leads;
        }
    }
    for (int i = 0; i < w->nblocks; i++)
        for (int side = 0; inside[i] && side < 2; side++) {
            const Block *to = w->block[i]->to[side];
            if (!to || inside[to->id])
                continue;
            several |= loop.exit && loop.exit != to;
            loop.exit = to;
        }
    if (several)
        loop.exit = NULL;
    return loop;
}

static Flow *append(Flow ***end, FlowKind kind, const Block *b)
{
    Flow *f = NEW(Flow, 1);
    *f = (Flow){.kind = kind, .block = b};
    **end = f;
    *end = &f->next;
    return f;
}

static bool walk(Walk *w, Flow **end, const Block *b, const Block *stop, const Loop *loop,
                 int depth);

/* Adds the flow of one side of a branch: nothing, if it leads straight to where the sides meet. */
static bool walk_side(Walk *w, Flow *f, int side, const Block *stop, const Loop *loop, int depth)
{
    const Block *to = f->block->to[side];
    return to == stop || walk(w, &f->inner[side], to, stop, loop, depth + 1);
}

/* Does the side do nothing but leave the loop, perhaps behind some steps? */
static bool leaves(const Block *to, const Loop *loop)
{
    return to == loop->exit || (to->end == T_JUMP && to->to[0] == loop->exit);
}

/* Adds the flow of the side of a branch that leaves the loop; `*next` is what comes behind it. */
static bool walk_break(Walk *w, Flow *f, const Loop *loop, int depth, const Block **next)
{
    const Block *b = f->block;
    for (int side = 0; side < 2; side++) {
        Flow **end = &f->inner[side];
        if (!leaves(b->to[side], loop))
            continue;
        *next = b->to[1 - side];
        if (b->to[side] != loop->exit)
            return walk(w, end, b->to[side], NULL, loop, depth + 1);
        append(&end, FLOW_BREAK, b);
        return true;
    }
    return false;
}

static bool walk_branch(Walk *w, Flow *f, const Loop *loop, int depth, const Block **next)
{
    const Block *meet = meeting(w, f->block);
    if (loop && (!meet || !loop->inside[meet->id]))
        return walk_break(w, f, loop, depth, next);
    *next = meet;
    return meet && walk_side(w, f, 0, meet, loop, depth) && walk_side(w, f, 1, meet, loop, depth);
}

/* Adds the flow of the blocks from `b` on until `stop`, the return or a break. False: it
 * needs jumps, or nests too deep. */
static bool walk(Walk *w, Flow **end, const Block *b, const Block *stop, const Loop *loop,
                 int depth)
{
    for (const Block *next = NULL; b; b = next == stop ? NULL : next) {
        next = NULL;
        if (depth > DEEPEST)
            return false;
        if (w->head[b->id] && !w->loops[b->id]) {
            Loop own = loop_of(w, b);
            w->loops[b->id] = true;
            Flow *f = append(&end, FLOW_LOOP, b);
            next = own.exit;
            if (!next || !walk(w, &f->inner[0], b, b, &own, depth + 1))
                return false;
            continue;
        }
        if (w->written[b->id])
            return false;
        w->written[b->id] = true;
        if (b->first)
            append(&end, FLOW_STEPS, b);
        if (b->end == T_RETURN && stop)
            return false;
        if (b->end == T_BRANCH) {
            Flow *f = append(&end, FLOW_IF, b);
            if (!walk_branch(w, f, loop, depth, &next))
                return false;
        } else if (b->end == T_JUMP && loop && b->to[0] == loop->exit) {
            append(&end, FLOW_BREAK, b);
        } else {
            next = b->to[0];
        }
    }
    return true;
}

bool structure(const Graph *g, Flow **flow)
{
    int n = g->nblocks;
    Walk w = {.nblocks = n,
              .block = NEW(Block *, n),
              .met = NEW(bool, n *n),
              .head = NEW(bool, n),
              .back = NEW(bool, n),
              .loops = NEW(bool, n),
              .written = NEW(bool, n)};
    FOR_BLOCKS(b, g)
        w.block[b->id] = b;
    find_meetings(&w, g);
    find_back_jumps(&w, g->entry, NEW(char, n));
    *flow = NULL;
    return walk(&w, flow, g->entry, NULL, NULL, 0);
}
