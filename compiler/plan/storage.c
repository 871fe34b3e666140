/* SPDX-License-Identifier: 0BSD
 * Decides which buffer every value lives in: the caller's outputs, the state, or the arena; what
 * cannot be computed in its place is copied there. Offsets come later, in plan. */
#include "plan/storage.h"
#include "base/words.h"
#include "graph/access.h"
#include "graph/blocks.h"
#include "graph/build.h"
#include "model.h"
#include "plan/overwrite.h"
#include "plan/slices.h"

#include <string.h>

/* Lists the values that lie in one buffer, one after the other in time. */
typedef struct Home {
    Buffer *buffer; /* NULL: not decided */
    Value **value;
    int count;
} Home;

typedef struct Storage {
    Graph *g;
    Live live;
    Home **home; /* by the id of a root; NULL: none yet */
} Storage;

/* Appends to block `b` an elementwise copy of `v` to a new value like `like`, and returns that. */
static Value *copy_at_end(Graph *g, Block *b, Value *v, const Value *like, const char *why)
{
    bool same = memcmp(v->type.dim, like->type.dim, sizeof v->type.dim) == 0;
    Value *out =
        same ? value_like(g, like) : value_new(g, like->type.dtype, v->type.rank, v->type.dim);
    Step *s = step_new(g, K_MAP, 1, 1);
    s->in[0] = v;
    s->out[0] = out;
    s->expr = expr_in(0, v->type.dtype);
    s->source = (Source){.instr = -1, .op = why};
    step_append(b, s);
    return out;
}

static Buffer *new_buffer(BufferKind kind, int index, const Value *v)
{
    Buffer *b = NEW(Buffer, 1);
    *b = (Buffer){.kind = kind, .index = index, .bound = value_memory_bytes(v)};
    if (v->rings) {
        b->ring = round_up(b->bound, VECTOR_ALIGN);
        b->bound = b->ring * v->rings;
    }
    return b;
}

/* Returns the root of `v` if `v` shows all of its bytes and it may lie elsewhere, so that it can be
 * computed in the final place of `v`; else NULL. */
static Value *whole_root(const Storage *st, Value *v)
{
    Value *root = value_root(v);
    bool whole = (root->def || root->param_of || st->home[root->id]) && !root->scalar &&
                 !root->held_rows && root->offset == size_const(0) &&
                 value_bound_bytes(root) == value_bound_bytes(v);
    for (Value *w = v; w->view_of; w = w->view_of)
        whole = whole && w->offset == size_const(0);
    return whole && layout_is_dense(v) ? root : NULL;
}

/* Are the bytes of `v` needed when `other` is written, or while it is? */
static bool is_needed(const Storage *st, const Value *v, const Value *other)
{
    const Step *s = other->def;
    if (!s)
        return other->param_of &&
               (v->param_of == other->param_of || live_into(&st->live, v, other->param_of));
    return live_behind(&st->live, v, s) || v->def == s || !can_overwrite(s, v) ||
           (other != s->out[0] && step_reads(s, v));
}

static Home *home_of(const Storage *st, Value *root)
{
    Home **home = &st->home[root->id];
    if (!*home) {
        *home = NEW(Home, 1);
        (*home)->buffer = root->buffer;
        PUSH((*home)->value, (*home)->count, root);
    }
    return *home;
}

static void settle(Home *h, Buffer *b)
{
    h->buffer = b;
    for (int i = 0; i < h->count; i++) {
        h->value[i]->buffer = b;
        if (b->kind == B_ARENA && b->bound < value_memory_bytes(h->value[i]))
            b->bound = value_memory_bytes(h->value[i]);
    }
}

/* Puts two roots, and all that lies with them, in one buffer, if no bytes are lost so. */
static bool share(const Storage *st, Value *x, Value *y)
{
    Home *from = home_of(st, x), *to = home_of(st, y);
    if (from == to)
        return true;
    if (from->buffer && to->buffer)
        return false;
    for (int i = 0; i < from->count; i++)
        for (int k = 0; k < to->count; k++)
            if (is_needed(st, from->value[i], to->value[k]) ||
                is_needed(st, to->value[k], from->value[i]))
                return false;
    Buffer *b = from->buffer ? from->buffer : to->buffer;
    for (int i = 0; i < from->count; i++) {
        st->home[from->value[i]->id] = to;
        PUSH(to->value, to->count, from->value[i]);
    }
    if (b)
        settle(to, b);
    return true;
}

static bool same_form(const Value *v, const Value *w)
{
    bool same = v->type.dtype == w->type.dtype && v->type.rank == w->type.rank;
    for (int i = 0; same && i < v->type.rank; i++)
        same = v->type.dim[i] == w->type.dim[i] && v->layout.stride[i] == w->layout.stride[i];
    return same;
}

/* Copies a state's old value that becomes another state's new one, so that it is read before any
 * state is overwritten. */
static void save_old_states(Graph *g)
{
    for (int i = 0; i < g->nstate; i++) {
        StateUse *use = &g->state[i];
        const Buffer *b = value_root(use->out)->buffer;
        if (use->out != use->in && b && b->kind == B_STATE)
            use->out = copy_at_end(g, g->last, use->out, use->in, "copy_state");
    }
    number_steps(g);
}

/* Lets the new version of a state be computed where the old one lies, if nobody needs that any
 * more. */
static void place_state(const Storage *st)
{
    for (int i = 0; i < st->g->nstate; i++) {
        const StateUse *use = &st->g->state[i];
        Value *root = use->out == use->in ? NULL : whole_root(st, use->out);
        if (!root || !same_form(use->out, use->in) || !share(st, root, use->in))
            st->home[use->in->id] = NULL;
    }
}

static void copy_states(const Storage *st)
{
    Graph *g = st->g;
    for (int i = 0; i < g->nstate; i++) {
        StateUse *use = &g->state[i];
        if (use->out == use->in || value_root(use->out)->buffer == use->in->buffer)
            continue;
        use->out = copy_at_end(g, g->last, use->out, use->in, "copy_state");
        use->out->buffer = use->in->buffer;
        use->out->replaces = use->in;
    }
}

/* Does `v` fit where `place` lies? Extents may differ if both are row-major, since no element then
 * has another place. */
static bool fits_into(const Value *v, const Value *place)
{
    return same_form(v, place) ||
           (v->type.dtype == place->type.dtype && layout_is_row_major(v) &&
            layout_is_row_major(place) && value_memory_bytes(v) <= value_memory_bytes(place));
}

static Value *parameter_root(const Storage *st, const Block *b, int side, int i)
{
    Value *arg = b->arg[side][i];
    return fits_into(arg, b->to[side]->param[i]) ? whole_root(st, arg) : NULL;
}

/* Lets arguments of jumps be computed where the parameter lies: those of a loop's next turn before
 * those of its first. */
static void place_parameters(const Storage *st)
{
    for (int back = 1; back >= 0; back--)
        FOR_BLOCKS(b, st->g)
            for (int side = 0; side < 2; side++) {
                const Block *to = b->to[side];
                for (int i = 0; to && (to->id <= b->id) == back && i < to->nparams; i++) {
                    Value *root = parameter_root(st, b, side, i);
                    if (root)
                        share(st, root, to->param[i]);
                }
            }
}

static bool in_parameter(const Block *b, const Value *root)
{
    bool any = false;
    for (int i = 0; i < b->nparams; i++)
        any |= root->buffer == b->param[i]->buffer;
    return any;
}

/* Copies the arguments that lie elsewhere into the parameters. All are read before any is written
 * where an argument lies in a parameter. */
static void copy_arguments(const Storage *st, Block *b)
{
    Graph *g = st->g;
    Block *to = b->to[0];
    Value **arg = b->arg[0];
    bool *there = NEW(bool, to->nparams + 1);
    for (int i = 0; i < to->nparams; i++) {
        Value *root = value_root(arg[i]);
        there[i] = root->buffer == to->param[i]->buffer && parameter_root(st, b, 0, i);
        if (there[i] || !in_parameter(to, root))
            continue;
        arg[i] = copy_at_end(g, b, arg[i], to->param[i], "loop");
        arg[i]->buffer = new_buffer(B_ARENA, 0, arg[i]);
    }
    for (int i = 0; i < to->nparams; i++)
        if (!there[i]) {
            arg[i] = copy_at_end(g, b, arg[i], to->param[i], "join");
            arg[i]->buffer = to->param[i]->buffer;
        }
}

static void copy_all_arguments(const Storage *st)
{
    FOR_BLOCKS(b, st->g)
        for (int side = 0; side < 2; side++) {
            if (!b->to[side] || b->to[side]->nparams == 0)
                continue;
            if (b->end == T_BRANCH)
                bug("a branch leads straight into a join");
            copy_arguments(st, b);
        }
}

static bool has_file_layout(const Arg *a)
{
    if (arg_is_number(a))
        return true;
    Value want = *a->value;
    layout_from_dim_order(&want, a->file->tensor->dim_order);
    for (int i = 0; i < want.type.rank; i++)
        if (want.layout.stride[i] != a->value->layout.stride[i] &&
            want.type.dim[i] != size_const(1))
            return false;
    return true;
}

/* Limits `v` to the elements that the caller's memory has, which the file says, whatever a
 * delegate's own tensor could hold. */
static void limit_bound(Value *v, const Arg *a)
{
    int64_t bytes = arg_is_number(a) ? INT64_MAX : (int64_t)a->file->tensor->bytes;
    if (value_bound_bytes(v) > bytes)
        v->max_elements = bytes / (int64_t)dtype_bytes((int)v->type.dtype);
}

static void place_outputs(const Storage *st)
{
    Graph *g = st->g;
    for (int i = 0; i < g->noutputs; i++) {
        Arg *a = &g->output[i];
        Value *root = a->given ? whole_root(st, a->value) : NULL;
        if (!root || root->buffer || !has_file_layout(a))
            continue;
        Home *h = home_of(st, root);
        limit_bound(a->value, a);
        for (int k = 0; k < h->count; k++)
            limit_bound(h->value[k], a);
        settle(h, new_buffer(B_OUTPUT, i, root));
    }
}

static bool lies_in_output(const Arg *a, int i)
{
    const Buffer *b = value_root(a->value)->buffer;
    return b && b->kind == B_OUTPUT && b->index == i;
}

static void copy_outputs(const Storage *st)
{
    Graph *g = st->g;
    for (int i = 0; i < g->noutputs; i++) {
        Arg *a = &g->output[i];
        if (!a->given || lies_in_output(a, i))
            continue;
        a->value = copy_at_end(g, g->last, a->value, a->value, "copy_output");
        if (!arg_is_number(a))
            layout_from_dim_order(a->value, a->file->tensor->dim_order);
        limit_bound(a->value, a);
        a->value->buffer = new_buffer(B_OUTPUT, i, a->value);
    }
}

/* Drops from the home what is dead before `s`. Steps are placed in their order, so it is in
 * nobody's way any more. */
static void forget_dead(const Storage *st, Home *h, const Step *s)
{
    int n = 0;
    for (int i = 0; i < h->count; i++) {
        Value *v = h->value[i];
        if ((v->def && v->def->index >= s->index) || live_behind(&st->live, v, s))
            h->value[n++] = v;
    }
    h->count = n;
}

/* Puts the step's first result in the buffer of an operand that dies here and may be overwritten.
 * Returns false if there is none. */
static bool takes_over(const Storage *st, const Step *s)
{
    Value *out = s->out[0];
    for (int i = 0; i < s->nin && !out->held_rows; i++) {
        Value *v = s->in[i] ? value_root(s->in[i]) : NULL;
        if (v && v->buffer && v->buffer->kind == B_ARENA && step_access(s, i) == A_POINT &&
            v->buffer->bound >= value_bound_bytes(out) && share(st, out, v)) {
            if (st->g->nblocks == 1)
                forget_dead(st, home_of(st, out), s);
            return true;
        }
    }
    return false;
}

static void need_countable_result(const Graph *g, const Step *s, const Value *v)
{
    if (value_bound_bytes(v) / (int64_t)dtype_bytes((int)v->type.dtype) > INT32_MAX)
        fatal(g->model->program->path,
              "method '%s', %s: an intermediate result has too many elements for 32 bits%s",
              printable(g->name), s->source.op, bind_hint(value_numel(v)));
}

/* Gives each value that has none a buffer of its own; at -O2 a result may take over that of an
 * operand that dies. */
static void place_values(const Storage *st, bool in_place)
{
    FOR_BLOCKS(b, st->g)
        FOR_STEPS(s, b)
            for (int i = 0; i < s->nout; i++) {
                Value *v = s->out[i];
                if (!v || v->buffer || v->scalar)
                    continue;
                need_countable_result(st->g, s, v);
                if (!in_place || i > 0 || !takes_over(st, s))
                    settle(home_of(st, v), new_buffer(B_ARENA, 0, v));
            }
}

/* Notes in `replaces` which operands the results overwrite. */
static void note_replaced(const Storage *st)
{
    FOR_BLOCKS(b, st->g)
        FOR_STEPS(s, b)
            for (int i = 0; i < s->nin; i++) {
                Value *v = s->in[i] ? value_root(s->in[i]) : NULL;
                for (int k = 0; v && k < s->nout; k++)
                    if (s->out[k] && s->out[k]->buffer && s->out[k]->buffer == v->buffer)
                        s->out[k]->replaces = v;
            }
}

void choose_storage(Graph *g)
{
    bool optimise = g->model->options->opt >= 2;
    save_old_states(g);
    Storage st = {.g = g, .live = liveness(g), .home = NEW(Home *, g->nvalues)};
    place_state(&st);
    if (optimise)
        place_parameters(&st);
    place_outputs(&st);
    FOR_BLOCKS(b, g)
        for (int i = 0; i < b->nparams; i++)
            if (!b->param[i]->buffer)
                settle(home_of(&st, b->param[i]), new_buffer(B_ARENA, 0, b->param[i]));
    place_values(&st, optimise);
    note_replaced(&st);
    if (optimise)
        place_slices(g, &st.live);
    copy_all_arguments(&st);
    copy_outputs(&st);
    copy_states(&st);
    if (optimise)
        skip_empty_blocks(g);
    number_steps(g);
}
