/* SPDX-License-Identifier: 0BSD
 * Moves of what a move made become moves of its operand. */
#include "transform/move_chains.h"
#include "graph/build.h"
#include "graph/pieces.h"
#include "graph/rewrite.h"

/* Lists who reads a value or views of it. */
typedef struct Reads {
    struct Read {
        Step *reader; /* NULL: the value leaves its block */
        int next;     /* of the same value; -1: none */
    } * read;
    int nreads;
    int *first; /* by value id; -1: none */
} Reads;

static void note_read(Value **place, Step *reader, void *context)
{
    Reads *r = context;
    int *first = &r->first[value_root(*place)->id];
    PUSH(r->read, r->nreads, ((struct Read){reader, *first}));
    *first = r->nreads - 1;
}

/* Finds where the elements of a copy, or of a move of one piece, come from (graph/pieces.h). */
static bool find_places(const Step *s, Value *places)
{
    const Piece *p = s->piece;
    if (!layout_is_row_major(s->out[0]))
        return false;
    if (is_copy(s) && same_dims(s->in[0], s->out[0])) {
        *places = *s->in[0];
        if (!places->view_of) {
            places->view_of = s->in[0];
            places->offset = size_const(0);
        }
    } else if (s->kind == K_MOVE && move_covers_result(s) && piece_is_in_order(p)) {
        *places = (Value){.type.rank = p->rank, .view_of = s->in[p->src], .offset = p->src_offset};
        for (int i = 0; i < p->rank; i++) {
            places->type.dim[i] = p->extent[i];
            places->layout.stride[i] = p->src_stride[i];
        }
    } else {
        return false;
    }
    return layout_is_row_major(places->view_of) &&
           places->view_of->type.dtype == s->out[0]->type.dtype;
}

/* Returns a row-major view's first element in the value behind all views, which is row-major, too;
 * or NULL. */
static Size *start_in_root(const Value *v)
{
    Size *at = size_const(0);
    for (; layout_is_row_major(v); v = v->view_of) {
        if (!v->view_of)
            return at;
        if (v->type.dtype != v->view_of->type.dtype)
            return NULL;
        at = size_op(S_ADD, at, v->offset);
    }
    return NULL;
}

/* Is what a reader reads and moves instead. */
typedef struct Instead {
    Value **in;
    Piece *piece;
} Instead;

/* Says how the move reads what `places` says in the place of `v` and of views of that. False:
 * strides cannot. */
static bool move_through(const Step *s, const Value *v, const Value *places, const Instead *now)
{
    for (int i = 0; i < s->npieces; i++) {
        Piece *p = &now->piece[i];
        *p = s->piece[i];
        if (p->src < 0 || value_root(s->in[p->src]) != v)
            continue;
        Size *at = start_in_root(s->in[p->src]);
        if (!at || !piece_read_through(p, s, places, at))
            return false;
        now->in[p->src] = places->view_of;
    }
    Step moved = *s;
    moved.in = now->in;
    moved.piece = now->piece;
    return move_fits(&moved);
}

/* The same for a loop, which reads views with any strides. One that computes gets no others than it
 * has: in which order it walks says which layouts the convolutions around it can have. */
static bool loop_through(Graph *g, const Step *s, const Value *v, const Value *places,
                         const Instead *now)
{
    for (int i = 0; i < s->nin; i++) {
        const Value *in = s->in[i];
        if (value_root((Value *)in) != v)
            continue;
        if (in != v && (in->view_of != v || in->type.dtype != v->type.dtype))
            return false;
        now->in[i] = view_read_through(g, in, places);
        if (!now->in[i] || !(is_copy(s) || layout_is_row_major(now->in[i])))
            return false;
        now->in[i]->slot = in->slot;
        now->in[i]->max_elements = in->max_elements;
    }
    return true;
}

static bool read_through_copy(Graph *g, const Step *s, const Value *v, const Value *places,
                              Instead *now)
{
    now->in = NEW(Value *, s->nin);
    for (int i = 0; i < s->nin; i++)
        now->in[i] = s->in[i];
    now->piece = s->kind == K_MOVE ? NEW(Piece, s->npieces) : NULL;
    return s->kind == K_MOVE ? move_through(s, v, places, now) : loop_through(g, s, v, places, now);
}

static bool is_state(const Graph *g, const Value *v)
{
    bool is = false;
    for (int i = 0; i < g->nstate; i++)
        is |= g->state[i].in == v;
    return is;
}

/* Is no more memory in use if readers later on read `from` instead of `v`? */
static bool may_wait(const Graph *g, const Value *v, const Value *from)
{
    return value_is_const(from) ||
           (!is_state(g, from) && value_bound_bytes(from) <= value_bound_bytes(v));
}

/* May the value's readers stand where it is computed? They read nothing else then, and make no
 * more. */
static bool may_rise(const Reads *r, const Value *v)
{
    int64_t bytes = 0;
    for (int i = r->first[v->id]; i >= 0; i = r->read[i].next) {
        const Step *reader = r->read[i].reader;
        bytes += value_bound_bytes(reader->out[0]);
        if (reader->nin > 1 || reader->kind != K_MOVE || bytes > value_bound_bytes(v))
            return false;
    }
    return true;
}

/* Do only moves and loops of the block read the value? */
static bool has_such_readers(const Reads *r, const Value *v)
{
    for (int i = r->first[v->id]; i >= 0; i = r->read[i].next) {
        const Step *s = r->read[i].reader;
        if (!s || s->block != v->def->block ||
            (s->kind != K_MOVE && s->kind != K_MAP && s->kind != K_REDUCE))
            return false;
    }
    return r->first[v->id] >= 0;
}

/* Makes all readers of the step's result read what the step does. Returns whether they could. */
static bool join(Graph *g, const Reads *r, Step *s)
{
    Value places, *v = s->out[0];
    if (s->nout != 1 || !v || !has_such_readers(r, v) || !find_places(s, &places))
        return false;
    const bool waits = may_wait(g, v, value_root(places.view_of));
    if (!waits && !may_rise(r, v))
        return false;
    Instead *now = NULL;
    int n = 0;
    for (int i = r->first[v->id]; i >= 0; i = r->read[i].next) {
        PUSH(now, n, (Instead){0});
        if (!read_through_copy(g, r->read[i].reader, v, &places, &now[n - 1]))
            return false;
    }
    n = 0;
    const Step *last = NULL; /* the reads of one step stand together */
    for (int i = r->first[v->id]; i >= 0; i = r->read[i].next, n++) {
        Step *reader = r->read[i].reader;
        reader->in = now[n].in;
        reader->piece = now[n].piece;
        if (reader->kind == K_MOVE && reader != last)
            put_source_first(reader, s);
        last = reader;
        if (!waits) {
            step_remove(reader);
            step_insert_after(s, reader);
        }
    }
    return true;
}

bool join_moves(Graph *g)
{
    Reads r = {.first = NEW(int, g->nvalues)};
    bool any = false;
    for (int i = 0; i < g->nvalues; i++)
        r.first[i] = -1;
    for_reads(g, note_read, &r);
    FOR_BLOCKS(b, g)
        for (Step *s = b->first; s; s = s->next) /* readers that rise, too */
            any |= join(g, &r, s);
    return any;
}
