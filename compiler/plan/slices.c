/* SPDX-License-Identifier: 0BSD
 * Concatenation: operands that lie together in the result are computed in their places there, and
 * need no copy; unless the result then needs more memory, as it lives from the first of them on. */
#include "plan/slices.h"
#include "graph/build.h"
#include "graph/foreign.h"
#include "graph/kernel.h"
#include "graph/pieces.h"

#include <string.h>

typedef struct Slices {
    Graph *g;
    const Live *live;
    Value **value; /* all that lie in the arena or an output, in the order of their steps */
    int count;
    int64_t work; /* values, pieces and steps that may still be looked at */
} Slices;

static bool is_place(const Buffer *b)
{
    return b && (b->kind == B_ARENA || b->kind == B_OUTPUT);
}

static Slices values_with_places(Graph *g, const Live *live)
{
    enum { WORK = 20000000 }; /* 1,000 steps with 1,000 joined values need a third */
    Slices all = {.g = g, .live = live, .work = WORK};
    FOR_STEPS(s, g->entry)
        for (int i = 0; i < s->nout; i++)
            if (s->out[i] && is_place(s->out[i]->buffer))
                PUSH(all.value, all.count, s->out[i]);
    return all;
}

/* Returns the position behind the last step that reads `v`. */
static int end_of(const Slices *all, const Value *v)
{
    int last = all->live->own[v->id];
    return last > v->def->index + 1 ? last : ends_at(v->def) + 1;
}

/* Returns the bytes of the arena's buffers at the step where they are most. It overwrites the
 * buffers' `first` and `last`, which plan sets anew. */
static int64_t most_bytes(const Slices *all)
{
    const int n = all->g->nsteps;
    int64_t *change = NEW(int64_t, n + 1), sum = 0, most = 0;
    for (int i = 0; i < all->count; i++) {
        all->value[i]->buffer->first = n;
        all->value[i]->buffer->last = 0;
    }
    for (int i = 0; i < all->count; i++) {
        const Value *v = all->value[i];
        v->buffer->first =
            starts_at(v->def) < v->buffer->first ? starts_at(v->def) : v->buffer->first;
        v->buffer->last = end_of(all, v) > v->buffer->last ? end_of(all, v) : v->buffer->last;
    }
    for (int i = 0; i < all->count; i++) {
        Buffer *b = all->value[i]->buffer;
        int64_t bytes = b->last > 0 && b->kind == B_ARENA ? b->bound : 0;
        change[b->first] += bytes;
        change[b->last < n ? b->last : n] -= bytes;
        b->last = 0; /* counted */
    }
    for (int i = 0; i < n; i++) {
        sum += change[i];
        most = max64(most, sum);
    }
    return most;
}

static int64_t bytes_before(const Value *v)
{
    return size_value(v->offset) * (int64_t)dtype_bytes((int)v->type.dtype);
}

/* Is nothing else written to bytes [from, end) of the join's result while `v` is needed? Other
 * values that lie there are slices, or are computed in the result's place. */
static bool stays(const Slices *all, const Value *v, const Step *join, int64_t from, int64_t end)
{
    for (int i = 0; i < all->count; i++) {
        const Value *w = all->value[i];
        if (w->buffer != join->out[0]->buffer || w == join->out[0] || bytes_before(w) >= end ||
            bytes_before(w) + value_bound_bytes(w) <= from)
            continue;
        if (w->def->index <= join->index || end_of(all, v) > w->def->index)
            return false;
    }
    return true;
}

/* May all that lies in `buffer` lie in the result of `join` instead, from byte `from` on? */
static bool may_lie(const Slices *all, const Buffer *buffer, const Step *join, int64_t from,
                    int64_t end)
{
    for (int i = 0; i < all->count; i++) {
        const Value *v = all->value[i];
        if (v->buffer != buffer)
            continue;
        if (v->held_rows || v->rings || v->passing || !value_is_static(v) ||
            bytes_before(v) + value_bound_bytes(v) > end - from || v->def->index >= join->index ||
            !stays(all, v, join, from, end))
            return false;
    }
    return true;
}

/* Moves the values of one buffer to the buffer `to`, `bytes` further than they were. */
static void move_values(Value **v, int count, Buffer *to, int64_t bytes)
{
    for (int i = 0; i < count; i++) {
        int64_t at = (bytes_before(v[i]) + bytes) / (int64_t)dtype_bytes((int)v[i]->type.dtype);
        v[i]->buffer = to;
        v[i]->offset = size_const(at);
    }
}

/* Puts all that lies in `own` into `whole`, the join's result, from byte `from` on, unless the
 * method then needs more bytes at its fullest step. */
static bool place_in(const Slices *all, Buffer *own, Buffer *whole, int64_t from)
{
    Value **moved = NULL;
    int count = 0;
    for (int i = 0; i < all->count; i++)
        if (all->value[i]->buffer == own)
            PUSH(moved, count, all->value[i]);
    int64_t before = most_bytes(all);
    move_values(moved, count, whole, from);
    if (most_bytes(all) > before) {
        move_values(moved, count, own, -from);
        return false;
    }
    for (int i = 0; i < count; i++)
        moved[i]->sliced = true;
    return true;
}

/* Returns the operand of the piece, if it is a value of its own in the arena that the piece moves
 * as a whole to neighbouring elements of the result; *from is the first byte there. Else returns
 * NULL. */
static Value *moved_whole(const Step *join, int piece, int64_t *from)
{
    const Piece *p = &join->piece[piece];
    Value *v = p->src < 0 ? NULL : join->in[p->src], *root = v ? value_root(v) : NULL;
    for (const Value *w = v; w && w->view_of; w = w->view_of)
        if (w->offset != size_const(0))
            return NULL;
    if (!v || v->type.dtype != root->type.dtype || !root->def || !root->buffer ||
        root->buffer->kind != B_ARENA || !value_is_static(root) ||
        !move_is_block(join, piece, value_numel(root), from))
        return NULL;
    *from *= (int64_t)dtype_bytes((int)root->type.dtype);
    return root;
}

/* Do all other pieces write elsewhere than this one, which moves `v` to byte `from`? */
static bool is_apart(const Step *join, int piece, int64_t from, const Value *v)
{
    int64_t first = from / (int64_t)dtype_bytes((int)v->type.dtype);
    for (int i = 0; i < join->npieces; i++)
        if (i != piece && !move_spares(join, i, first, first + size_value(value_numel(v))))
            return false;
    return true;
}

static void drop_piece(Step *join, int piece)
{
    memmove(&join->piece[piece], &join->piece[piece + 1],
            (size_t)(join->npieces - piece - 1) * sizeof *join->piece);
    join->npieces--;
}

static void place_slices_of(Slices *all, Step *join)
{
    Buffer *whole = join->out[0]->buffer;
    for (int i = join->npieces; i-- > 0 && all->work > 0;) {
        int64_t from;
        Value *v = moved_whole(join, i, &from);
        all->work -= 4 * (int64_t)all->count + 2 * (int64_t)all->g->nsteps + 32 * join->npieces;
        if (v && v->buffer != whole && is_apart(join, i, from, v) &&
            may_lie(all, v->buffer, join, from, from + value_bound_bytes(v)) &&
            place_in(all, v->buffer, whole, from))
            drop_piece(join, i);
    }
}

/* Does a step call a library or a delegate? They want addresses that slices may not have. */
static bool calls_others(const Graph *g)
{
    FOR_STEPS(s, g->entry)
        if (called_library(s) || (s->foreign && s->foreign->delegate))
            return true;
    return false;
}

void place_slices(Graph *g, const Live *live)
{
    if (g->nblocks > 1 || calls_others(g))
        return;
    Slices all = values_with_places(g, live);
    FOR_STEPS(s, g->entry) {
        const Value *out = s->out[0];
        if (s->kind == K_MOVE && s->npieces > 1 && !s->strip && is_place(out->buffer) &&
            value_is_static(out) && !out->replaces && out->offset == size_const(0))
            place_slices_of(&all, s);
    }
}
