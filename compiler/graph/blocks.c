/* SPDX-License-Identifier: 0BSD
 * Blocks joined, split and skipped; what they compute stays. */
#include "graph/blocks.h"
#include "graph/build.h"

static void number_blocks(Graph *g)
{
    g->nblocks = 0;
    FOR_BLOCKS(b, g)
        b->id = g->nblocks++;
}

/* Joins each block with the one that follows it, if either has no other neighbour on that side. */
void merge_blocks(Graph *g)
{
    int *preds = NEW(int, g->nblocks);
    FOR_BLOCKS(b, g)
        for (int side = 0; side < 2; side++)
            if (b->to[side])
                preds[b->to[side]->id]++;
    for (Block *b = g->entry; b;) {
        Block *to = b->to[0];
        if (b->end != T_JUMP || to != b->next || preds[to->id] != 1 || to->nparams) {
            b = b->next;
            continue;
        }
        for (Step *s = to->first; s; s = s->next)
            s->block = b;
        if (to->first)
            to->first->prev = b->last;
        *(b->last ? &b->last->next : &b->first) = to->first;
        b->last = to->last ? to->last : b->last;
        b->end = to->end;
        b->cond = to->cond;
        for (int side = 0; side < 2; side++) {
            b->to[side] = to->to[side];
            b->arg[side] = to->arg[side];
        }
        b->next = to->next;
        g->last = g->last == to ? b : g->last;
    }
    number_blocks(g);
}

/* Gives each edge that leads from a branch straight into a join a block of its own, for the
 * copies. */
void split_critical_edges(Graph *g)
{
    FOR_BLOCKS(b, g)
        for (int side = 0; b->end == T_BRANCH && side < 2; side++) {
            if (b->to[side]->nparams == 0)
                continue;
            Block *edge = NEW(Block, 1);
            *edge =
                (Block){.id = g->nblocks++, .end = T_JUMP, .to = {b->to[side]}, .next = b->next};
            edge->arg[0] = b->arg[side];
            b->to[side] = edge;
            b->arg[side] = NULL;
            b->next = edge;
            g->last = g->last == b ? edge : g->last;
        }
}

/* Has the block no step, and jumps on? Then an edge may skip it. */
static bool is_empty(const Block *b)
{
    return !b->first && b->end == T_JUMP;
}

/* Returns the value that `v` stands for before the jump from `b` along `side`: for a parameter of
 * the next block, that is the argument which `b` passes. */
static Value *seen_from(Graph *g, const Block *b, int side, Value *v)
{
    const Block *to = b->to[side];
    if (v->view_of) {
        Value *under = seen_from(g, b, side, v->view_of);
        return under == v->view_of ? v : value_view(g, under, &v->type, &v->layout, v->offset);
    }
    for (int i = 0; i < to->nparams; i++)
        if (to->param[i] == v)
            return b->arg[side][i];
    return v;
}

static void note_reads(Value **place, Step *reader, void *context)
{
    const Block *b = value_root(*place)->param_of;
    int *reads = context;
    (void)reader;
    if (b)
        reads[b->id]++;
}

/* Returns for each block, by id, whether its parameters are read by anything but its own jump. */
static bool *read_elsewhere(Graph *g)
{
    int *reads = NEW(int, g->nblocks);
    bool *elsewhere = NEW(bool, g->nblocks);
    for_reads(g, note_reads, reads);
    FOR_BLOCKS(b, g) {
        for (int i = 0; b->to[0] && i < b->to[0]->nparams; i++)
            reads[b->id] -= value_root(b->arg[0][i])->param_of == b;
        elsewhere[b->id] = reads[b->id] > 0;
    }
    return elsewhere;
}

static void skip(Graph *g, Block *b, int side, const bool *elsewhere)
{
    for (int i = 0; i < g->nblocks && b->to[side]; i++) {
        const Block *empty = b->to[side];
        if (!is_empty(empty) || elsewhere[empty->id])
            return;
        Value **arg = NEW(Value *, empty->to[0]->nparams + 1);
        for (int k = 0; k < empty->to[0]->nparams; k++)
            arg[k] = seen_from(g, b, side, empty->arg[0][k]);
        b->arg[side] = arg;
        b->to[side] = empty->to[0];
    }
}

static void unlink_unreached(Graph *g)
{
    bool *reached = NEW(bool, g->nblocks);
    reached[g->entry->id] = true;
    for (bool changed = true; changed;) {
        changed = false;
        FOR_BLOCKS(b, g)
            for (int side = 0; reached[b->id] && side < 2; side++) {
                changed |= b->to[side] && !reached[b->to[side]->id];
                if (b->to[side])
                    reached[b->to[side]->id] = true;
            }
    }
    g->last = g->entry;
    for (Block *b = g->entry; b; b = b->next) {
        while (b->next && !reached[b->next->id])
            b->next = b->next->next;
        g->last = b->next ? b->next : g->last;
    }
}

void skip_empty_blocks(Graph *g)
{
    const bool *elsewhere = read_elsewhere(g);
    FOR_BLOCKS(b, g) {
        for (int side = 0; side < 2; side++)
            skip(g, b, side, elsewhere);
        if (b->end == T_BRANCH && b->to[0] == b->to[1]) {
            b->end = T_JUMP;
            b->cond = NULL;
            b->to[1] = NULL;
        }
    }
    unlink_unreached(g);
    number_blocks(g);
}
