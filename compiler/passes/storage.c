/* SPDX-License-Identifier: 0BSD
 * Decides which buffer every value lives in: the caller's outputs, the state, or the arena; what
 * cannot be computed in its place is copied there. Offsets come later, in plan. */
#include "model.h"
#include "passes.h"

#include <string.h>

/* A copy of `v`, elementwise, at the end of block `b`. */
static Value *copy_at_end(Graph *g, Block *b, Value *v, const Value *like, const char *why)
{
    Value *out = value_like(g, like);
    out->type = like->type;
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

/* The step whose result lies under all of `v`, so that it can be computed in v's final place. */
static Value *whole_root(Value *v)
{
    Value *root = value_root(v);
    bool whole = root->def && !root->buffer && !root->param_of && root->offset == size_const(0) &&
                 value_bound_bytes(root) == value_bound_bytes(v);
    for (Value *w = v; w->view_of; w = w->view_of)
        whole = whole && w->offset == size_const(0);
    return whole && layout_is_dense(v) ? root : NULL;
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

/* The caller's memory is as large as the file says, whatever a delegate's own tensor could hold. */
static void limit_bound(Value *v, const Arg *a)
{
    int64_t bytes = arg_is_number(a) ? INT64_MAX : (int64_t)a->file->tensor->bytes;
    if (value_bound_bytes(v) > bytes)
        v->max_elements = bytes / (int64_t)dtype_bytes((int)v->type.dtype);
}

static void place_outputs(Graph *g)
{
    for (int i = 0; i < g->noutputs; i++) {
        Arg *a = &g->output[i];
        if (!a->given)
            continue;
        Value *root = whole_root(a->value);
        if (!root || root->def->block != g->last || !has_file_layout(a)) {
            a->value = copy_at_end(g, g->last, a->value, a->value, "copy_output");
            if (!arg_is_number(a))
                layout_from_dim_order(a->value, a->file->tensor->dim_order);
            root = a->value;
        }
        limit_bound(root, a);
        limit_bound(a->value, a);
        root->buffer = new_buffer(B_OUTPUT, i, root);
    }
}

static void note_last(Value **place, Step *reader, void *context)
{
    const Graph *g = context;
    int at = reader ? ends_at(reader) : g->nsteps;
    for (Value *v = *place; v; v = v->view_of)
        if (at > v->last_use)
            v->last_use = at;
}

/* Values that states have at entry and others at return are read before any is overwritten. */
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

/* The new version of a state is computed where the old one lies, if nobody needs that any more. */
static void place_state(Graph *g)
{
    save_old_states(g);
    for_reads(g, note_last, g);
    for (int i = 0; i < g->nstate; i++) {
        StateUse *use = &g->state[i];
        Buffer *home = g->model->state[use->state].buffer;
        if (use->out == use->in)
            continue;
        Value *root = whole_root(use->out);
        bool here = root && root->def->block == g->entry && g->entry == g->last &&
                    use->in->last_use <= root->def->index && can_overwrite(root->def, use->in);
        if (!here) {
            use->out = root = copy_at_end(g, g->last, use->out, use->in, "copy_state");
            number_steps(g);
        }
        root->buffer = home;
        root->replaces = use->in;
    }
}

/* Does the strip of `s` read, in a step before `s`, what must not be overwritten row by row? */
static bool is_read_by_strip(const Step *s, const Value *v)
{
    const Strip *strip = s->strip;
    for (const Step *t = strip->first; t != s; t = t->next)
        for (int i = 0; i < t->nin; i++) {
            bool added = t == strip->first && i == CONV_IN && s == strip->last && !strip->parts &&
                         adds_to_operand(t, s);
            if (t->in[i] && value_root(t->in[i]) == v && !added)
                return true;
        }
    return false;
}

/* May the step's result lie in the bytes of `v`, no view? Only if every element of `v` is read
 * before the element in its place is written. */
bool can_overwrite(const Step *s, const Value *v)
{
    bool reads = false;
    if (s->strip && is_read_by_strip(s, v))
        return false;
    for (int i = 0; i < s->nin; i++) {
        if (!s->in[i] || value_root(s->in[i]) != v)
            continue;
        reads = true;
        if (step_access(s, i) != A_POINT)
            return false;
    }
    if (!reads)
        return true;
    return dtype_bytes((int)s->out[0]->type.dtype) == dtype_bytes((int)v->type.dtype);
}

/* Point: element i of the operand is needed only for element i of the result, and they lie at the
 * same place in memory. */
AccessKind step_access(const Step *s, int operand)
{
    const Value *in = s->in[operand];
    if (s->kind == K_MAP && in && same_places(in, s->out[0]) && in->offset == size_const(0))
        return A_POINT;
    if (s->kind == K_OPAQUE && strcmp(s->fn, "table") == 0 && operand == 0)
        return A_POINT;
    if (s->kind == K_SCATTER && operand == 0 && in->offset == size_const(0))
        return A_POINT; /* in some shape of the result's, both row-major */
    if (s->kind == K_CONV && operand == CONV_ADD && in && same_places(in, s->out[0]) &&
        in->offset == size_const(0))
        return A_POINT;
    if (s->kind == K_CONV || s->kind == K_POOL)
        return operand == 0 ? A_WINDOW : A_ALL;
    if (s->kind == K_SOFTMAX || s->kind == K_NORM || s->kind == K_REDUCE || s->kind == K_SCAN)
        return A_AXIS;
    return A_ALL;
}

static bool reads_at(const Expr *e, int operand)
{
    bool here = e->op == E_AT && e->arg[0]->op == E_IN && e->arg[0]->index == operand;
    for (int i = 0; i < expr_info[e->op].arity && !here; i++)
        here = reads_at(e->arg[i], operand);
    return here;
}

bool is_table(const Step *s, int operand)
{
    const Value *v = s->in[operand];
    return v && !v->scalar && v->type.rank == 1 && v->layout.stride[0] == size_const(1) &&
           reads_at(s->expr, operand) && !expr_uses(s->expr, E_AXIS);
}

bool is_positional(const Step *s)
{
    bool positional = expr_uses(s->expr, E_AXIS);
    for (int i = 0; i < s->nin; i++)
        positional |= reads_at(s->expr, i) && !is_table(s, i);
    return positional;
}

bool reads_in_place(const Step *s, int operand)
{
    const Value *out = s->out[0], *in = s->in[operand];
    return s->kind == K_MAP && in && !in->scalar && out->replaces &&
           value_root((Value *)in) == out->replaces && in->type.dtype == out->type.dtype &&
           step_access(s, operand) == A_POINT;
}

/* An operand that dies here and may be overwritten, so that the result needs no bytes. */
static Value *dying_operand(Graph *g, Step *s)
{
    if (s->out[0]->held_rows)
        return NULL;
    for (int i = 0; i < s->nin; i++) {
        Value *v = s->in[i] ? value_root(s->in[i]) : NULL;
        if (!v || !v->buffer || v->buffer->kind != B_ARENA || v->last_use != s->index ||
            v->buffer->bound < value_bound_bytes(s->out[0]) || v->param_of)
            continue;
        if (g->nblocks == 1 && can_overwrite(s, v) && step_access(s, i) == A_POINT)
            return v;
    }
    return NULL;
}

/* One buffer a value; at -O2 a result may take over the buffer of an operand that dies. */
static void place_values(Graph *g)
{
    FOR_BLOCKS(b, g) {
        FOR_STEPS(s, b)
            for (int i = 0; i < s->nout; i++) {
                Value *v = s->out[i];
                if (!v || v->buffer || v->scalar)
                    continue;
                if (value_bound_bytes(v) / (int64_t)dtype_bytes((int)v->type.dtype) > INT32_MAX)
                    fatal(g->model->program->path,
                          "method '%s', %s: an intermediate result has too many elements for "
                          "32 bits",
                          printable(g->name), s->source.op);
                Value *dying = g->model->options->opt >= 2 && i == 0 ? dying_operand(g, s) : NULL;
                v->replaces = dying;
                v->buffer = dying ? dying->buffer : new_buffer(B_ARENA, 0, v);
            }
    }
}

/* Arguments of a jump are copied into the parameters' buffers. All are read before any is written
 * where an argument is itself a parameter of the target. */
static void place_jumps(Graph *g)
{
    FOR_BLOCKS(b, g)
        for (int side = 0; side < 2; side++) {
            Block *to = b->to[side];
            if (!to || to->nparams == 0)
                continue;
            if (b->end == T_BRANCH)
                fatal(g->model->program->path,
                      "method '%s': a branch that leads straight into a join is not there yet",
                      printable(g->name));
            for (int i = 0; i < to->nparams; i++)
                if (b->arg[side][i]->param_of == to && b->arg[side][i] != to->param[i])
                    b->arg[side][i] = copy_at_end(g, b, b->arg[side][i], to->param[i], "loop");
            for (int i = 0; i < to->nparams; i++)
                if (b->arg[side][i] != to->param[i]) {
                    Value *v = copy_at_end(g, b, b->arg[side][i], to->param[i], "join");
                    v->param_of = to;
                    b->arg[side][i] = v;
                }
        }
}

static void bind_jumps(Graph *g)
{
    FOR_BLOCKS(b, g)
        for (int side = 0; side < 2; side++)
            for (int i = 0; b->to[side] && i < b->to[side]->nparams; i++) {
                Value *v = b->arg[side][i];
                v->buffer = b->to[side]->param[i]->buffer;
                v->param_of = v->def ? NULL : v->param_of;
            }
}

void choose_storage(Graph *g)
{
    number_steps(g);
    place_jumps(g);
    place_outputs(g);
    number_steps(g);
    place_state(g);
    number_steps(g);
    for_reads(g, note_last, g);
    FOR_BLOCKS(b, g)
        for (int i = 0; i < b->nparams; i++)
            b->param[i]->buffer = new_buffer(B_ARENA, 0, b->param[i]);
    bind_jumps(g);
    place_values(g);
}
