/* SPDX-License-Identifier: 0BSD
 * Where each buffer lies: liveness, then offsets in one arena (place.c); constants in the order of
 * their use, small ones first; state in the order of its first mention. */
#include "plan/plan.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "model.h"
#include "plan/find.h"
#include "plan/memories.h"
#include "plan/overlap.h"
#include "plan/place.h"
#include "plan/stream.h"

#include <stdlib.h>
#include <string.h>

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
        live_at(b, !reader ? g->nsteps : (*place)->passing ? reader->index : ends_at(reader));
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

/* Sets the position of each block's first step and that behind its last one, by the block's id;
 * both are the same for an empty block. */
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
                if (s->out[i] && s->out[i]->buffer) {
                    bool passing = s->out[i]->passing;
                    live_at(s->out[i]->buffer, passing ? s->index : starts_at(s));
                    live_at(s->out[i]->buffer, passing ? s->index : ends_at(s));
                }
        /* arguments of a jump live until it is taken, and parameters from then on */
        for (int side = 0; side < 2; side++)
            for (int i = 0; b->to[side] && i < b->to[side]->nparams; i++)
                live_at(b->to[side]->param[i]->buffer, last[b->id]);
    }
    for_reads(g, note_read, g);
    plan_streamed(g);
    extend_over_loops(g, first, last);
}

/* Finds offsets as the planner would, then takes those of the earlier output where that needs no
 * more memory. */
static void find_offsets(Graph *g)
{
    bool overlaps = g->model->options->opt >= 2;
    if (overlaps)
        allow_overlaps(g);
    if (g->model->options->nmemories) {
        place_in_memories(g);
        return;
    }
    place_arena(g);
    if (!g->model->old || g->nbuffers == 0)
        return;
    int64_t own = g->arena_bytes;
    forget_overlaps(g);
    if (overlaps) {
        keep_overlaps(g);
        allow_overlaps(g);
        place_arena(g); /* finds the least bytes that are needed with these */
    }
    place_as_before(g, own);
    if (g->arena_bytes <= own)
        return;
    forget_overlaps(g);
    if (overlaps)
        allow_overlaps(g);
    place_arena(g);
}

/* Returns the alignment of a constant in bytes: small ones stand close together, large ones are
 * read by vectors. */
static int weight_align(const Value *v)
{
    int size = (int)dtype_bytes((int)v->type.dtype);
    if (v->buffer->align)
        return v->buffer->align;
    if (v->layout.kind == L_PANELS)
        return VECTOR_ALIGN;
    return v->buffer->bound >= 64 ? ARENA_ALIGN : size < 4 ? 4 : size > 8 ? 8 : size;
}

/* Do all elements have the same bytes? Such constants, say biases of 0, may be one in the file by
 * chance, until the weights change. */
static bool is_uniform(const Buffer *b)
{
    size_t size = dtype_bytes((int)b->of->type.dtype);
    const char *bytes = b->data;
    return (size_t)b->bound <= size || memcmp(bytes, bytes + size, (size_t)b->bound - size) == 0;
}

static bool same_constant(const Buffer *b, const Value *v)
{
    return b->origin == v->buffer->origin && b->bound == v->buffer->bound &&
           b->of->type.dtype == v->type.dtype && b->of->layout.kind == v->layout.kind &&
           (b->data == v->buffer->data || memcmp(b->data, v->buffer->data, (size_t)b->bound) == 0);
}

/* Returns a constant that is made of the same bytes of the file in the same way, or NULL. */
static Buffer *same_weight(const Graph *g, Dict *by_origin, const Value *v)
{
    for (int i = *number_of_origin(by_origin, v->buffer); i >= 0;) {
        Buffer *b = g->model->weight[i];
        if (same_constant(b, v) && (b->reader != g || !is_uniform(b)))
            return b;
        i = b->earlier;
    }
    return NULL;
}

static Buffer *add_weight(Model *m, Dict *by_origin, Value *v)
{
    Buffer *b = v->buffer;
    int *last = number_of_origin(by_origin, b);
    b->earlier = *last;
    *last = m->nweights;
    b->planned = true;
    b->align = weight_align(v);
    b->offset = round_up(m->weights_bytes, b->align);
    m->weights_bytes = b->offset + b->bound;
    b->of = v;
    PUSH(m->weight, m->nweights, b);
    return b;
}

typedef struct Weights {
    Graph *reader;
    Dict *by_origin;
    bool few; /* only those of few bytes are placed */
} Weights;

static void note_weight(Value **place, Step *reader, void *context)
{
    const Weights *w = context;
    Value *v = value_root(*place);
    (void)reader;
    if (!v->buffer || v->buffer->kind != B_CONST || v->buffer->planned || v->buffer->bound == 0 ||
        (w->few && (v->buffer->bound >= 64 || weight_align(v) > 8)))
        return;
    Buffer *same = same_weight(w->reader, w->by_origin, v);
    v->buffer = same ? same : add_weight(w->reader->model, w->by_origin, v);
    v->buffer->reader = w->reader;
}

/* Places all constants, those of few bytes first, where the offset fits an instruction. */
static void place_weights(Model *m)
{
    Dict by_origin = {0};
    m->weights_bytes = WEIGHTS_HEADER_BYTES;
    for (int few = 1; few >= 0; few--) {
        for (int i = 0; i < m->ngraphs; i++)
            for_reads(m->graph[i], note_weight, &(Weights){m->graph[i], &by_origin, few});
        m->nsmall_weights = few ? m->nweights : m->nsmall_weights;
    }
}

/* Returns the value that the state has at entry to the first method that uses it. */
static Value *value_of_state(const Model *m, int state)
{
    for (int i = 0; i < m->ngraphs; i++)
        for (int k = 0; k < m->graph[i]->nstate; k++)
            if (m->graph[i]->state[k].state == state)
                return m->graph[i]->state[k].in;
    bug("no method uses the state %d", state);
}

static void place_state_buffers(Model *m)
{
    for (int i = 0; i < m->nstates; i++) {
        Buffer *b = m->state[i].buffer;
        b->offset = round_up(m->state_bytes, ARENA_ALIGN);
        m->state_bytes = b->offset + b->bound;
        if (!b->data)
            continue;
        if (streams(m))
            fatal(m->program->path, "--weights streamed: the state's initial values are weights "
                                    "that no step reads");
        Buffer *initial = NEW(Buffer, 1); /* the bytes that a reset copies live with the weights */
        *initial = (Buffer){.kind = B_CONST, .bound = b->bound, .data = b->data, .planned = true};
        initial->of = value_of_state(m, i);
        initial->name = fmt_text("%s_initial", b->name);
        initial->align = ARENA_ALIGN;
        initial->offset = round_up(m->weights_bytes, ARENA_ALIGN);
        m->weights_bytes = initial->offset + initial->bound;
        m->state[i].initial = initial;
        PUSH(m->weight, m->nweights, initial);
    }
    m->state_bytes = round_up(m->state_bytes, ARENA_ALIGN);
}

/* Makes the model's arenas large enough for the method. Methods share them, since they do not run
 * at the same time. */
static void add_arenas(Model *m, const Graph *g)
{
    m->arena_bytes = 0;
    for (int i = 0; i < count_arenas(m); i++) {
        m->in_memory[i] = max64(m->in_memory[i], g->in_memory[i]);
        m->arena_bytes += m->in_memory[i];
    }
}

void plan(Model *m)
{
    m->rule_used = NEW(bool, m->options->nrules);
    for (int i = 0; i < m->ngraphs; i++) {
        Graph *g = m->graph[i];
        find_lifetimes(g);
        find_offsets(g);
        align_streamed(g);
        if (!m->options->nmemories)
            g->in_memory[0] = g->arena_bytes;
        check_offsets(g);
        settle_overlaps(g);
        add_arenas(m, g);
    }
    for (int i = 0; m->noperators && i < count_arenas(m); i++) {
        m->in_memory[i] += OPERATOR_MARGIN;
        m->arena_bytes += OPERATOR_MARGIN;
    }
    (streams(m) ? place_streamed : place_weights)(m);
    place_state_buffers(m);
    check_rules(m);
    m->weights_bytes = round_up(m->weights_bytes, ARENA_ALIGN);
}
