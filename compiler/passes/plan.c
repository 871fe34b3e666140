/* SPDX-License-Identifier: 0BSD
 * Where each buffer lies: liveness, then offsets in one arena; constants in the order of their
 * use; state in the order of its first mention. */
#include "ptec.h"

#include <stdlib.h>
#include <string.h>

enum { EXACT_BUFFERS = 3000 };

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
    FOR_BLOCKS(b, g) {
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
    FOR_BLOCKS(b, g) {
        for (int i = 0; i < b->nparams; i++)
            collect(g, b->param[i]);
        FOR_STEPS(s, b)
            for (int i = 0; i < s->nout; i++)
                if (s->out[i])
                    collect(g, s->out[i]);
    }
    int *first = NEW(int, g->nblocks), *last = NEW(int, g->nblocks);
    block_span(g, first, last);
    FOR_BLOCKS(b, g) {
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

static bool overlap_in_space(const Buffer *a, int64_t at, const Buffer *b)
{
    return at < b->offset + b->bound && b->offset < at + a->bound;
}

static bool is_free(const Buffer *b, int64_t at, Buffer *const *neighbour, int n)
{
    for (int i = 0; i < n; i++)
        if (overlap_in_space(b, at, neighbour[i]) && !may_overlap(b, at, neighbour[i]))
            return false;
    return at >= 0;
}

/* Lowest gap between the neighbours, which are sorted by offset; `except` is not in the way. */
static int64_t lowest_gap(const Buffer *b, Buffer *const *neighbour, int n, const Buffer *except)
{
    int64_t at = 0;
    for (int i = 0; i < n && at + b->bound > neighbour[i]->offset; i++) {
        int64_t end = round_up(neighbour[i]->offset + neighbour[i]->bound, ARENA_ALIGN);
        if (end > at && neighbour[i] != except)
            at = end;
    }
    return at;
}

/* Lowest place for `b` among those that live with it: in a gap, or over the operand or result that
 * it may share bytes with. */
static int64_t lowest_place(const Buffer *b, Buffer *const *neighbour, int n)
{
    int64_t best = lowest_gap(b, neighbour, n, NULL);
    for (int i = 0; i < n; i++) {
        const Buffer *o = neighbour[i];
        if (b->over != o && o->over != b)
            continue;
        int64_t shift = b->over == o ? b->over_shift : -o->over_shift;
        int64_t at[] = {lowest_gap(b, neighbour, n, o), o->offset + shift};
        for (int k = 0; k < 2; k++)
            if (at[k] < best && is_free(b, at[k], neighbour, n))
                best = at[k];
    }
    return best;
}

static int larger_first(const void *a, const void *b)
{
    const Buffer *x = *(Buffer *const *)a, *y = *(Buffer *const *)b;
    if (x->bound != y->bound)
        return x->bound < y->bound ? 1 : -1;
    int by_name = strcmp(x->name, y->name);
    return by_name ? by_name : x->id - y->id;
}

static int earlier_first(const void *a, const void *b)
{
    const Buffer *x = *(Buffer *const *)a, *y = *(Buffer *const *)b;
    return x->first != y->first ? x->first - y->first : x->id - y->id;
}

/* `list` is sorted by offset and has room. */
static void insert_by_offset(Buffer **list, int n, Buffer *b)
{
    int at = n;
    while (at > 0 && list[at - 1]->offset > b->offset)
        at--;
    memmove(list + at + 1, list + at, (size_t)(n - at) * sizeof *list);
    list[at] = b;
}

/* Places the buffers in the order of `sorted`, each as low as those placed before it allow. With
 * `in_time` it looks only at buffers still alive, which is right for an order of time. */
static int64_t place_all(Buffer **sorted, int n, bool in_time)
{
    Buffer **near = NEW(Buffer *, n), **live = NEW(Buffer *, n);
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
        b->offset = lowest_place(b, near, count);
        insert_by_offset(live, nlive++, b);
        if (b->offset + b->bound > total)
            total = b->offset + b->bound;
    }
    return round_up(total, ARENA_ALIGN);
}

/* Most live bytes at one step: no plan without changing the order of steps can need less. */
static int64_t most_live(const Graph *g)
{
    int64_t *live = NEW(int64_t, g->nsteps + 2), most = 0;
    live_bytes(g, live);
    for (int i = 0; i <= g->nsteps; i++)
        most = live[i] > most ? live[i] : most;
    return most;
}

/* The first buffer that reaches the top of the arena goes first in the order next time. */
static void promote_top(Buffer **order, int n, int64_t total)
{
    int top = 0;
    while (top < n && round_up(order[top]->offset + order[top]->bound, ARENA_ALIGN) != total)
        top++;
    if (top == n)
        bug("plan: no buffer at the top");
    Buffer *b = order[top];
    memmove(order + 1, order, (size_t)top * sizeof *order);
    order[0] = b;
}

/* Large buffers first, then again with whatever stuck out moved ahead; the best order is kept. */
static int64_t place_by_size(Graph *g, Buffer **best)
{
    enum { WORK = 4000000 }; /* pairs of buffers looked at */
    int n = g->nbuffers, tries = WORK / (n * n + 1) + 1;
    int64_t total = INT64_MAX;
    Buffer **order = NEW(Buffer *, n);
    memcpy(order, g->buffer, (size_t)n * sizeof *order);
    qsort(order, (size_t)n, sizeof *order, larger_first);
    for (int i = 0; i < tries && i < 8 * n && total > g->live_bytes; i++) {
        int64_t now = place_all(order, n, false);
        if (now < total) {
            total = now;
            memcpy(best, order, (size_t)n * sizeof *order);
        }
        promote_top(order, n, now);
    }
    return total;
}

/* By size and name first: an order that one more layer hardly disturbs. */
static void place_arena(Graph *g)
{
    int n = g->nbuffers;
    if (n == 0)
        return;
    g->live_bytes = most_live(g);
    Buffer **by_time = NEW(Buffer *, n), **by_size = NEW(Buffer *, n);
    memcpy(by_time, g->buffer, (size_t)n * sizeof *by_time);
    qsort(by_time, (size_t)n, sizeof *by_time, earlier_first);
    int64_t in_time = g->arena_bytes = place_all(by_time, n, true);
    if (n > EXACT_BUFFERS)
        return;
    int64_t in_size = place_by_size(g, by_size);
    g->arena_bytes =
        in_size <= in_time ? place_all(by_size, n, false) : place_all(by_time, n, true);
}

static void check_plan(const Graph *g)
{
    int n = g->nbuffers, nlive = 0;
    Buffer **sorted = NEW(Buffer *, n), **live = NEW(Buffer *, n);
    for (int i = 0; i < n; i++)
        sorted[i] = g->buffer[i];
    if (n > 1)
        qsort(sorted, (size_t)n, sizeof *sorted, earlier_first);
    for (int i = 0; i < n; i++) {
        const Buffer *b = sorted[i];
        if (b->offset < 0 || b->offset + b->bound > g->arena_bytes)
            bug("plan: a buffer of %s leaves the arena", g->name);
        int kept = 0;
        for (int k = 0; k < nlive; k++)
            if (live[k]->last >= b->first)
                live[kept++] = live[k];
        if (!is_free(b, b->offset, live, kept))
            bug("plan: two live buffers of %s overlap", g->name);
        nlive = kept;
        live[nlive++] = sorted[i];
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
        initial->name = fmt_text("%s_initial", b->name);
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
        if (m->options->opt >= 2)
            allow_overlaps(g);
        place_arena(g);
        check_plan(g);
        settle_overlaps(g);
        if (g->arena_bytes > m->arena_bytes)
            m->arena_bytes = g->arena_bytes;
        for_reads(g, note_weight, m);
    }
    place_state_buffers(m);
    m->weights_bytes = round_up(m->weights_bytes, ARENA_ALIGN);
}
