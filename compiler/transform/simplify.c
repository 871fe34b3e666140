/* SPDX-License-Identifier: 0BSD
 * What needs no step at run time vanishes: moves that strides can say become views, clones become
 * their operand, constants are computed, unused steps go. */
#include "transform/simplify.h"
#include "graph/build.h"
#include "graph/dead.h"
#include "graph/foreign.h"
#include "graph/pieces.h"
#include "graph/rewrite.h"
#include "transform/fold_constants.h"
#include "transform/move_chains.h"

typedef struct Readers {
    bool *refuses; /* by value id: some step needs row-major memory */
    bool *leaves;  /* it leaves its block, or the method */
    bool *aligns;  /* a delegate reads it, which may want an address that no part of another has */
} Readers;

static bool takes_strides(const Step *s)
{
    return s->kind == K_MAP || s->kind == K_REDUCE || s->kind == K_GEMM || s->kind == K_CONV ||
           s->kind == K_POOL;
}

static void note_refusal(Value **place, Step *reader, void *context)
{
    Readers *r = context;
    if (!reader)
        r->leaves[(*place)->id] = true;
    else if (!takes_strides(reader))
        r->refuses[(*place)->id] = true;
    for (Value *v = (*place)->view_of; v; v = v->view_of) /* a view says where the bytes lie */
        r->refuses[v->id] = true;
    for (Value *v = *place; v && reader && reader->foreign && reader->foreign->delegate;
         v = v->view_of)
        r->aligns[v->id] = true;
}

/* Does the value begin inside of another one? */
static bool is_part(const Value *v)
{
    while (v->view_of && v->offset == size_const(0))
        v = v->view_of;
    return v->view_of != NULL;
}

static void elide_move(Graph *g, Step *s, const Readers *r)
{
    if (s->kind != K_MOVE || !move_covers_result(s))
        return;
    Value *view = view_of_piece(g, s);
    if (!view || (r->refuses[s->out[0]->id] && !layout_is_row_major(view)) ||
        (r->aligns[s->out[0]->id] && is_part(view)))
        return;
    view->slot = s->out[0]->slot;
    view->max_elements = s->out[0]->max_elements;
    value_forward(s->out[0], view);
    step_remove(s);
}

static void elide_copy(Graph *g, Step *s, const Readers *r)
{
    if (!is_copy(s) || value_numel(s->in[0]) != value_numel(s->out[0]))
        return;
    Value *in = s->in[0], *out = s->out[0];
    if (!same_dims(in, out)) {
        if (!layout_is_row_major(in) || !layout_is_row_major(out))
            return;
        in = value_view(g, in, &out->type, &out->layout, size_const(0));
        in->slot = out->slot;
        in->max_elements = out->max_elements;
    }
    if ((r->refuses[out->id] && !layout_is_row_major(in)) || (r->aligns[out->id] && is_part(in)))
        return;
    value_forward(out, in);
    step_remove(s);
}

static void elide(Graph *g)
{
    Readers r = {.refuses = NEW(bool, g->nvalues),
                 .leaves = NEW(bool, g->nvalues),
                 .aligns = NEW(bool, g->nvalues)};
    for_reads(g, note_refusal, &r);
    for (int i = 0; i < g->noutputs; i++)
        if (g->output[i].given)
            r.leaves[g->output[i].value->id] = false;
    for (int i = 0; i < g->nvalues; i++)
        r.refuses[i] |= r.leaves[i];
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            forward_operands(s);
            elide_move(g, s, &r);
            if (s->block)
                elide_copy(g, s, &r);
        }
    forward_uses(g);
}

/* Returns the matrix that `b`, a view or the result of a move, repeats for each batch; NULL if it
 * does not. */
static Value *repeated_matrix(Graph *g, Value *b)
{
    while (b->view_of && same_dims(b, b->view_of) && layout_is_row_major(b) &&
           layout_is_row_major(b->view_of))
        b = b->view_of;
    const Step *s = b->def;
    Value *whole = b->view_of;
    Size *const *stride = b->layout.stride, *offset = b->offset;
    if (!whole) {
        if (!s || s->kind != K_MOVE || !move_covers_result(s) || !piece_has_axes_of(s->piece, b) ||
            !layout_is_row_major(s->in[s->piece->src]))
            return NULL;
        whole = s->in[s->piece->src];
        stride = s->piece->src_stride;
        offset = s->piece->src_offset;
    }
    if (stride[0] != size_const(0) || !size_is_const(offset) || !size_is_const(b->type.dim[1]) ||
        !size_is_const(b->type.dim[2]))
        return NULL;
    if (layout_is_row_major(whole) && whole->type.rank == 2 && stride[2] == size_const(1) &&
        stride[1] == whole->layout.stride[0] && whole->type.dim[0] == b->type.dim[1] &&
        whole->type.dim[1] == b->type.dim[2] && offset == size_const(0))
        return whole;
    Type type = {.dtype = b->type.dtype, .rank = 2, .dim = {b->type.dim[1], b->type.dim[2]}};
    return value_view(g, whole, &type, &(Layout){.stride = {stride[1], stride[2]}}, offset);
}

/* Turns a product of each batch with the same matrix into one product with the rows of all. */
static bool join_batches(Graph *g, Step *s)
{
    if (s->kind != K_GEMM || s->in[GEMM_C] || s->in[GEMM_A]->type.rank != 3 ||
        s->in[GEMM_B]->type.rank != 3 || !layout_is_row_major(s->in[GEMM_A]) ||
        !layout_is_row_major(s->out[0]))
        return false;
    Value *a = s->in[GEMM_A], *out = s->out[0], *b = repeated_matrix(g, s->in[GEMM_B]);
    if (!b || a->type.dim[0] != out->type.dim[0])
        return false;
    Size *rows = size_op(S_MUL, a->type.dim[0], a->type.dim[1]), *depth = a->type.dim[2];
    Value *made = value_new(g, out->type.dtype, 2, (Size *[]){rows, out->type.dim[2]});
    Type type = {.dtype = a->type.dtype, .rank = 2, .dim = {rows, depth}};
    s->in[GEMM_A] =
        value_view(g, a, &type, &(Layout){.stride = {depth, size_const(1)}}, size_const(0));
    s->in[GEMM_B] = b;
    s->out[0] = made;
    made->def = s;
    made->slot = out->slot;
    made->max_elements = out->max_elements;
    value_forward(out, value_view(g, made, &out->type, &out->layout, size_const(0)));
    return true;
}

static bool join_all_batches(Graph *g)
{
    bool any = false;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            forward_operands(s);
            any |= join_batches(g, s);
        }
    if (any)
        forward_uses(g);
    return any;
}

/* Returns the program's number that each element of the value is, or NULL; also NULL for half
 * floats, which are bits in memory. */
static const Expr *number_of(const Value *v)
{
    const Step *s = value_root((Value *)v)->def;
    if (!s || s->kind != K_MAP || s->expr->op != E_CONST || v->type.dtype != s->expr->type ||
        loaded_dtype(v) != v->type.dtype)
        return NULL;
    return s->expr;
}

/* Writes such numbers into the maps that read them; maps that read nothing else are numbers then,
 * too. */
static void read_numbers(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            for (int i = s->kind == K_MAP ? s->nin : 0; i-- > 0;)
                if (number_of(s->in[i])) {
                    read_through(s, s->in[i], 0, NULL, number_of(s->in[i]));
                    i = s->nin;
                }
            if (s->kind == K_MAP && s->nin == 0 && !expr_uses(s->expr, E_AXIS) &&
                expr_foldable(s->expr))
                s->expr = expr_folded(s->expr);
        }
}

static void note_first(Value **place, Step *reader, void *context)
{
    Step **first = context;
    for (Value *v = *place; v; v = v->view_of)
        if (reader && (!first[v->id] || reader->index < first[v->id]->index))
            first[v->id] = reader;
}

static bool reads_constants_only(const Step *s)
{
    for (int i = 0; i < s->nin; i++)
        if (s->in[i] && (s->in[i]->scalar || !value_is_const(value_root(s->in[i]))))
            return false;
    return s->nin > 0 && s->nout == 1 && !s->effect;
}

/* Moves work on constants that does not fold (it would grow them) to just before it is needed, so
 * that its results do not all live at once. */
static void sink_constant_work(Graph *g)
{
    Step **first = NEW(Step *, g->nvalues);
    number_steps(g);
    Step **step = NEW(Step *, g->nsteps);
    int n = 0;
    for_reads(g, note_first, first);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            step[n++] = s;
    for (int i = 0; i < n;
         i++) { /* each once: those with one reader would pass each other forever */
        Step *s = step[i], *reader = reads_constants_only(s) ? first[s->out[0]->id] : NULL;
        if (!reader || reader->block != s->block || reader == s->next)
            continue;
        step_remove(s);
        step_insert_before(reader, s);
    }
}

void simplify(Graph *g)
{
    remove_dead_steps(g);
    fold_constants(g, false);
    elide(g);
    if (join_moves(g)) {
        remove_dead_steps(g);
        elide(g); /* moves back to where the elements were */
    }
    if (join_all_batches(g)) {
        remove_dead_steps(g);
        elide(g); /* what only such products read now */
    }
    read_numbers(g);
    remove_dead_steps(g);
    sink_constant_work(g);
}
