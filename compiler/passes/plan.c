/* SPDX-License-Identifier: 0BSD
 * Where each buffer lies: liveness, then offsets in one arena; constants in the order of their
 * use; state in the order of its first mention. */
#include "ptec.h"

#include <stdlib.h>
#include <string.h>

enum { ARENA_ALIGN = 16, EXACT_BUFFERS = 3000 };

static int64_t round_up(int64_t n, int64_t to)
{
    return (n + to - 1) / to * to;
}

/* -- liveness: the steps between which a buffer's bytes matter -- */

static void live_at(Buffer *b, int step)
{
    if (b->kind != B_ARENA)
        return;
    if (step < b->first)
        b->first = step;
    if (step > b->last)
        b->last = step;
}

static void note_read(Value **place, Step *reader, void *context)
{
    const Graph *g = context;
    Buffer *b = value_root(*place)->buffer;
    if (b)
        live_at(b, reader ? reader->index : g->nsteps);
}

static void collect(Graph *g, Value *v)
{
    Buffer *b = v->buffer;
    if (!b || b->kind != B_ARENA || b->planned)
        return;
    b->planned = true;
    b->id = g->nbuffers;
    b->first = INT32_MAX;
    b->last = -1;
    PUSH(g->buffer, g->nbuffers, b);
}

/* Steps of a block: [first, last]; an empty block has the position of what follows. */
static void block_span(const Graph *g, int *first, int *last)
{
    int at = 0;
    FOR_BLOCKS(b, g)
    {
        first[b->id] = at;
        FOR_STEPS(s, b)
        at++;
        last[b->id] = at;
    }
}

/* A buffer that lives into a loop lives through it: extends every interval that reaches into the
 * body of a backward jump. */
static void extend_over_loops(Graph *g, const int *first, const int *last)
{
    for (bool changed = true; changed;) {
        changed = false;
        FOR_BLOCKS(b, g)
        for (int side = 0; side < 2; side++) {
            if (!b->to[side] || b->to[side]->id > b->id)
                continue;
            int head = first[b->to[side]->id], tail = last[b->id];
            for (int i = 0; i < g->nbuffers; i++) {
                Buffer *v = g->buffer[i];
                bool enters = v->first < head && v->last >= head && v->last < tail;
                if (enters) {
                    v->last = tail;
                    changed = true;
                }
            }
        }
    }
}

static void find_lifetimes(Graph *g)
{
    FOR_BLOCKS(b, g)
    {
        for (int i = 0; i < b->nparams; i++)
            collect(g, b->param[i]);
        FOR_STEPS(s, b)
        for (int i = 0; i < s->nout; i++)
            if (s->out[i])
                collect(g, s->out[i]);
    }
    int *first = NEW(int, g->nblocks), *last = NEW(int, g->nblocks);
    block_span(g, first, last);
    FOR_BLOCKS(b, g)
    {
        for (int i = 0; i < b->nparams; i++)
            live_at(b->param[i]->buffer, first[b->id]);
        FOR_STEPS(s, b)
        for (int i = 0; i < s->nout; i++)
            if (s->out[i] && s->out[i]->buffer)
                live_at(s->out[i]->buffer, s->index);
        /* arguments of a jump live until it is taken, and parameters from then on */
        for (int side = 0; side < 2; side++)
            for (int i = 0; b->to[side] && i < b->to[side]->nparams; i++)
                live_at(b->to[side]->param[i]->buffer, last[b->id]);
    }
    for_reads(g, note_read, g);
    extend_over_loops(g, first, last);
}

/* -- offsets -- */

static bool overlap_in_time(const Buffer *a, const Buffer *b)
{
    return a->first <= b->last && b->first <= a->last;
}

static int by_offset(const void *a, const void *b)
{
    const Buffer *x = *(Buffer *const *)a, *y = *(Buffer *const *)b;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

/* Lowest place for `b` between the neighbours that live with it. */
static int64_t lowest_gap(Buffer **neighbour, int n, int64_t bytes)
{
    qsort(neighbour, (size_t)n, sizeof *neighbour, by_offset);
    int64_t at = 0;
    for (int i = 0; i < n; i++) {
        if (neighbour[i]->offset - at >= bytes)
            return at;
        int64_t end = round_up(neighbour[i]->offset + neighbour[i]->bound, ARENA_ALIGN);
        at = end > at ? end : at;
    }
    return at;
}

static int larger_first(const void *a, const void *b)
{
    const Buffer *x = *(Buffer *const *)a, *y = *(Buffer *const *)b;
    if (x->bound != y->bound)
        return x->bound < y->bound ? 1 : -1;
    int lx = x->last - x->first, ly = y->last - y->first;
    if (lx != ly)
        return lx < ly ? 1 : -1;
    return x->id - y->id;
}

static int earlier_first(const void *a, const void *b)
{
    const Buffer *x = *(Buffer *const *)a, *y = *(Buffer *const *)b;
    return x->first != y->first ? x->first - y->first : x->id - y->id;
}

typedef int Order(const void *a, const void *b);

/* Places the buffers in the given order, each as low as those placed before it allow. Large graphs
 * look only at the buffers still alive, which is right when they come in order of time. */
static int64_t place_all(Buffer **buffer, int n, Order *order, bool in_time)
{
    Buffer **sorted = NEW(Buffer *, n), **near = NEW(Buffer *, n), **live = NEW(Buffer *, n);
    memcpy(sorted, buffer, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, order);
    int64_t total = 0;
    int nlive = 0;
    for (int i = 0; i < n; i++) {
        Buffer *b = sorted[i];
        int count = 0, kept = 0;
        for (int k = 0; k < nlive; k++) {
            if (overlap_in_time(live[k], b))
                near[count++] = live[k];
            if (!in_time || live[k]->last >= b->first)
                live[kept++] = live[k];
        }
        nlive = kept;
        live[nlive++] = b;
        b->offset = lowest_gap(near, count, b->bound);
        if (b->offset + b->bound > total)
            total = b->offset + b->bound;
    }
    return round_up(total, ARENA_ALIGN);
}

/* Most live bytes at one step: no plan without changing the order of steps can need less. */
static int64_t most_live(const Graph *g)
{
    int64_t *change = NEW(int64_t, g->nsteps + 3), live = 0, most = 0;
    for (int i = 0; i < g->nbuffers; i++) {
        change[g->buffer[i]->first] += round_up(g->buffer[i]->bound, ARENA_ALIGN);
        change[g->buffer[i]->last + 1] -= round_up(g->buffer[i]->bound, ARENA_ALIGN);
    }
    for (int i = 0; i < g->nsteps + 2; i++) {
        live += change[i];
        most = live > most ? live : most;
    }
    return most;
}

static void place_arena(Graph *g)
{
    if (g->nbuffers == 0)
        return;
    g->live_bytes = most_live(g);
    int64_t by_time = place_all(g->buffer, g->nbuffers, earlier_first, true);
    g->arena_bytes = by_time;
    if (by_time == g->live_bytes || g->nbuffers > EXACT_BUFFERS)
        return;
    int64_t by_size = place_all(g->buffer, g->nbuffers, larger_first, false);
    g->arena_bytes = by_size <= by_time ? by_size
                                        : place_all(g->buffer, g->nbuffers, earlier_first, true);
}

static void check_plan(const Graph *g)
{
    Buffer **sorted = NEW(Buffer *, g->nbuffers);
    memcpy(sorted, g->buffer, (size_t)g->nbuffers * sizeof *sorted);
    qsort(sorted, (size_t)g->nbuffers, sizeof *sorted, by_offset);
    for (int i = 0; i < g->nbuffers; i++) {
        if (sorted[i]->offset < 0 || sorted[i]->offset + sorted[i]->bound > g->arena_bytes)
            bug("plan: a buffer of %s leaves the arena", g->name);
        for (int k = i + 1; k < g->nbuffers; k++) {
            if (sorted[k]->offset >= sorted[i]->offset + sorted[i]->bound)
                break;
            if (overlap_in_time(sorted[i], sorted[k]) && sorted[k]->bound > 0)
                bug("plan: two live buffers of %s overlap", g->name);
        }
    }
}

/* -- weights and state -- */

/* Small ones stand close; large ones are read by vectors. */
static int weight_align(DType type)
{
    int size = (int)dtype_bytes((int)type);
    return size < 4 ? 4 : size > 8 ? 8 : size;
}

static void add_weight(Model *m, Value *v)
{
    Buffer *b = value_root(v)->buffer;
    if (!b || b->kind != B_CONST || b->planned)
        return;
    b->planned = true;
    b->align = b->bound >= 64 ? ARENA_ALIGN : weight_align(value_root(v)->type.dtype);
    b->offset = round_up(m->weights_bytes, b->align);
    m->weights_bytes = b->offset + b->bound;
    b->of = value_root(v);
    PUSH(m->weight, m->nweights, b);
}

static void note_weight(Value **place, Step *reader, void *context)
{
    (void)reader;
    add_weight(context, *place);
}

static void place_state_buffers(Model *m)
{
    for (int i = 0; i < m->nstates; i++) {
        Buffer *b = m->state[i].buffer;
        b->offset = round_up(m->state_bytes, ARENA_ALIGN);
        m->state_bytes = b->offset + b->bound;
        if (!b->data)
            continue;
        Buffer *initial = NEW(Buffer, 1); /* the bytes that a reset copies live with the weights */
        *initial = (Buffer){.kind = B_CONST, .bound = b->bound, .data = b->data, .planned = true};
        initial->align = ARENA_ALIGN;
        initial->offset = round_up(m->weights_bytes, ARENA_ALIGN);
        m->weights_bytes = initial->offset + initial->bound;
        m->state[i].initial = initial;
        PUSH(m->weight, m->nweights, initial);
    }
    m->state_bytes = round_up(m->state_bytes, ARENA_ALIGN);
}

void plan(Model *m)
{
    m->weights_bytes = WEIGHTS_HEADER_BYTES;
    for (int i = 0; i < m->ngraphs; i++) {
        Graph *g = m->graph[i];
        find_lifetimes(g);
        place_arena(g);
        check_plan(g);
        if (g->arena_bytes > m->arena_bytes)
            m->arena_bytes = g->arena_bytes;
        for_reads(g, note_weight, m);
    }
    place_state_buffers(m);
    m->weights_bytes = round_up(m->weights_bytes, ARENA_ALIGN);
}
