/* SPDX-License-Identifier: 0BSD
 * The order of axes in memory: convolutions in vectors want their channels last, and what lies
 * between them goes along; copies at the borders. Portable ones of bytes want it too, for sums
 * along adjacent channels, but are not worth a copy; where a picture has them so already, maps of
 * it keep the order, and its place in memory. */
#include "transform/layout.h"
#include "graph/access.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/layouts.h"
#include "graph/pieces.h"
#include "select/registry.h"

#include <string.h>

typedef struct Layouts {
    Graph *g;
    bool any;      /* is there a backend that wants channels last, which is worth copies? */
    bool pictures; /* ... that reads a picture as it comes, without a copy? */
    bool lanes;    /* ... whose loops are by lanes? */
    bool *fixed;   /* by value id: inputs, outputs, state, views and what they show */
    bool *reduced; /* read by a reduction, for which some libraries want adjacent elements */
    bool *last;    /* shall have its channels last */
} Layouts;

static bool takes_any_layout(const Step *s)
{
    return s->kind == K_MAP || s->kind == K_CONV || s->kind == K_POOL || s->kind == K_REDUCE ||
           s->kind == K_GEMM;
}

static void note_fixed(Value **place, Step *reader, void *context)
{
    Layouts *l = context;
    if (!reader || (*place)->view_of || (!l->any && !takes_any_layout(reader)))
        for (Value *v = *place; v; v = v->view_of)
            l->fixed[v->id] = true;
    l->reduced[(*place)->id] |= reader && reader->kind == K_REDUCE;
}

static bool may_change(const Layouts *l, const Value *v)
{
    return v->def && v->type.rank >= 3 && v->type.rank <= 4 && !l->fixed[v->id] && !v->param_of &&
           !v->scalar;
}

static void set_channels_last(Value *v)
{
    static const uint8_t order[][4] = {{0, 2, 1}, {0, 2, 3, 1}};
    layout_from_dim_order(v, order[v->type.rank - 3]);
}

static bool needs_last(const Layouts *l, const Step *s)
{
    bool any = false;
    FOR_BACKENDS(b, l->g->model->options)
        any |= b->wants_channels_last && b->wants_channels_last(s);
    return any;
}

static bool wants_operand(const Layouts *l, const Step *s, int operand)
{
    return needs_last(l, s) && (operand == CONV_IN || operand == CONV_ADD);
}

/* Will the step's kernel read the operand as planes? Not if a backend that wants its channels last
 * comes before the one that reads planes, unless it is in the list only for what it was measured
 * for. */
static bool stays_in_planes(const Layouts *l, const Step *s)
{
    bool measured = l->g->model->options->measured;
    if (s->kind != K_CONV)
        return false;
    FOR_BACKENDS(b, l->g->model->options) {
        if (b->reads_planes)
            return b->reads_planes(s);
        if (b->wants_channels_last && b->wants_channels_last(s) && !(b->operators && measured))
            return false;
    }
    return false;
}

/* Can strides still say what the move does if its result and all operands that may change have
 * their channels last? */
static bool moves_last(const Layouts *l, Step *s)
{
    Layout *was = NEW(Layout, s->nin), out = s->out[0]->layout;
    for (int i = 0; i < s->nin; i++) {
        was[i] = s->in[i]->layout;
        if (may_change(l, s->in[i]))
            set_channels_last(s->in[i]);
    }
    set_channels_last(s->out[0]);
    bool fits = move_fits(s);
    s->out[0]->layout = out;
    for (int i = s->nin; i-- > 0;)
        s->in[i]->layout = was[i];
    return fits;
}

/* Is the step's result as good with the channels last? */
static bool follows(const Layouts *l, Step *s)
{
    return s->kind == K_MAP || s->kind == K_POOL ||
           (s->kind == K_MOVE && l->any && moves_last(l, s));
}

static void spread_map(Layouts *l, const Step *s, bool *changed)
{
    Value *out = s->out[0];
    bool any = l->last[out->id];
    for (int i = 0; i < s->nin; i++)
        any |= same_dims(s->in[i], out) && l->last[s->in[i]->id];
    for (int i = -1; any && i < s->nin; i++) {
        Value *v = i < 0 ? out : s->in[i];
        if (!same_dims(v, out) || l->last[v->id] || !may_change(l, v))
            continue;
        if (i < 0 || follows(l, v->def))
            *changed = l->last[v->id] = true;
    }
}

static void spread_window(Layouts *l, const Step *s, bool *changed)
{
    Value *in = s->in[0], *out = s->out[0];
    if (s->nout > 1 && s->out[1])
        return;
    if (l->last[in->id] && !l->last[out->id] && may_change(l, out))
        *changed = l->last[out->id] = true;
}

static bool computes_channel(const Expr *e)
{
    bool any = e->op == E_AT && e->index == 1;
    for (int i = 0; i < expr_info[e->op].arity && !any; i++)
        any = computes_channel(e->arg[i]);
    return any;
}

/* Does each channel of the result come from the same channel of a picture, at other pixels? */
static bool resamples(const Step *s)
{
    const Value *in = s->nin > 0 ? s->in[0] : NULL, *out = s->out[0];
    return s->kind == K_LOOKUP && in->type.rank == 4 && out->type.rank == 4 &&
           in->type.dim[1] == out->type.dim[1] && !computes_channel(s->expr);
}

/* Does the program say so? What is row-major too, as a picture of one channel, says nothing. */
static bool comes_channels_last(const Value *v)
{
    return v->type.rank >= 3 && v->type.rank <= 4 && channels_last(v) && !layout_is_row_major(v);
}

static bool shows_channels_last(const Value *v)
{
    return v->view_of && comes_channels_last(v);
}

static void spread_move(Layouts *l, Step *s, bool *changed)
{
    Value *out = s->out[0];
    bool any = l->last[out->id], may = any;
    for (int i = 0; i < s->nin; i++)
        may |= l->last[s->in[i]->id] || shows_channels_last(s->in[i]);
    if (!may)
        return;
    const bool *kept = find_kept_channels(s);
    for (int i = 0; i < s->nin; i++)
        any |= kept[i] && (l->last[s->in[i]->id] || shows_channels_last(s->in[i]));
    if (!any || !may_change(l, out) || !follows(l, s))
        return;
    for (int i = -1; i < s->nin; i++) {
        Value *v = i < 0 ? out : s->in[i];
        if (!l->last[v->id] && may_change(l, v) && (i < 0 || (kept[i] && follows(l, v->def))))
            *changed = l->last[v->id] = true;
    }
}

/* Lets moves read the whole value behind a view that shows it in an order of its own, so that its
 * layout may change. */
static void forget_views(Layouts *l)
{
    FOR_BLOCKS(b, l->g)
        FOR_STEPS(s, b) {
            if (s->kind != K_MOVE)
                continue;
            bool *wanted = NEW(bool, s->nin), any = false;
            for (int i = 0; i < s->nin; i++)
                any |= wanted[i] = s->in[i]->view_of && !layout_is_row_major(s->in[i]) &&
                                   !shows_channels_last(s->in[i]);
            if (any)
                move_from_wholes(s, wanted);
        }
}

/* Does the convolution sum up bytes? Its sums may run in any order. */
static bool sums_bytes(const Step *s)
{
    return s->kind == K_CONV && !s->transposed && s->in[CONV_IN]->type.rank >= 3 &&
           requantises_by_float(s);
}

/* Does the convolution need its channels last to take turns with others by rows? Its portable sums
 * are in the same order then. */
static bool takes_turns(const Layouts *l, const Step *s)
{
    return l->g->model->savings.channels_last && s->kind == K_CONV && !s->transposed &&
           s->in[CONV_IN]->type.rank == 4;
}

/* May the convolution's operand, which a map makes, get its channels last? Not for vector kernels,
 * which read a picture as it comes without a copy. */
static bool may_order_operand(const Layouts *l, const Step *s)
{
    const Value *in = s->in[CONV_IN];
    return !l->pictures && may_change(l, in) && !l->last[in->id] && in->def->kind == K_MAP &&
           !is_positional(in->def);
}

static bool spread_sums(Layouts *l, const Step *s)
{
    bool operand = may_order_operand(l, s);
    l->last[s->in[CONV_IN]->id] |= operand;
    bool result = may_change(l, s->out[0]) && !l->last[s->out[0]->id];
    l->last[s->out[0]->id] |= result;
    return operand || result;
}

/* May the map keep the order of a picture that comes with its channels last, as those of XNNPACK's
 * delegates do? */
static bool may_keep_order(const Layouts *l, const Step *s)
{
    const Value *out = s->out[0];
    if (s->kind != K_MAP || is_positional(s) || !may_change(l, out) || l->reduced[out->id] ||
        out->type.rank != 4)
        return false;
    bool any = false;
    for (int i = 0; i < s->nin; i++)
        any |= same_dims(s->in[i], out) && comes_channels_last(s->in[i]);
    return any;
}

/* Lets maps keep the order, so that they can be made in place. */
static void keep_orders(const Layouts *l)
{
    FOR_BLOCKS(b, l->g)
        FOR_STEPS(s, b)
            if (may_keep_order(l, s))
                set_channels_last(s->out[0]);
}

static void choose(Layouts *l)
{
    for (bool changed = true; changed;) {
        changed = false;
        FOR_BLOCKS(b, l->g)
            FOR_STEPS(s, b)
                if (needs_last(l, s) || sums_bytes(s) || takes_turns(l, s))
                    changed |= spread_sums(l, s);
                else if (s->kind == K_MAP && !is_positional(s))
                    spread_map(l, s, &changed);
                else if (s->kind == K_POOL || resamples(s))
                    spread_window(l, s, &changed);
                else if (s->kind == K_MOVE)
                    spread_move(l, s, &changed);
    }
}

static Value *copied(Graph *g, Step *before, Value *v, bool last)
{
    Step *s = step_new(g, K_MAP, 1, 1);
    s->in[0] = v;
    s->out[0] = value_new(g, v->type.dtype, v->type.rank, v->type.dim);
    s->out[0]->max_elements = v->max_elements;
    if (last)
        set_channels_last(s->out[0]);
    s->expr = expr_in(0, v->type.dtype);
    s->out[0]->def = s;
    s->source = (Source){.instr = before->source.instr,
                         .op = last ? "layout::channels_last" : "layout::channels_first"};
    step_insert_before(before, s);
    return s->out[0];
}

static void mend_operands(Layouts *l, Step *s)
{
    bool any = takes_any_layout(s) || (s->kind == K_MOVE && move_fits(s)) ||
               (resamples(s) && l->last[s->out[0]->id]);
    for (int i = 0; i < s->nin; i++) {
        Value *v = s->in[i];
        if (!v || v->scalar)
            continue;
        bool wants = wants_operand(l, s, i) ||
                     (l->lanes && i == 0 && resamples(s) && channels_last(s->out[0]));
        if (wants && !channels_last(v) && !(i == CONV_IN && stays_in_planes(l, s)))
            s->in[i] = copied(l->g, s, v, true);
        else if (!wants && v->id < l->g->nvalues && !any && v->def && l->last[v->id])
            s->in[i] = copied(l->g, s, v, false);
    }
}

/* Lets the step make a result with channels last beside one whose layout is the caller's, and
 * copies it there. */
static void mend_result(Layouts *l, Step *s)
{
    Value *out = s->out[0];
    if (!needs_last(l, s) || channels_last(out))
        return;
    Value *made = value_new(l->g, out->type.dtype, out->type.rank, out->type.dim);
    made->max_elements = out->max_elements;
    set_channels_last(made);
    Step *copy = step_new(l->g, K_MAP, 1, 1);
    copy->in[0] = made;
    copy->out[0] = out;
    copy->expr = expr_in(0, out->type.dtype);
    copy->source = (Source){.instr = s->source.instr, .op = "layout::channels_first"};
    s->out[0] = made;
    made->def = s;
    out->def = copy;
    step_insert_after(s, copy);
}

static Value *with_channels_last(Graph *g, Value *w)
{
    int64_t dim[MAX_RANK], index[MAX_RANK] = {0}, n = size_value(value_numel(w));
    int8_t *data = NEW(int8_t, n);
    for (int i = 0; i < w->type.rank; i++)
        dim[i] = size_value(w->type.dim[i]);
    Value *ordered = value_made(g, I8, w->type.rank, dim, data);
    set_channels_last(ordered);
    made_of(ordered, w);
    for (int64_t k = 0; k < n; k++) {
        int64_t at = 0;
        for (int i = 0; i < w->type.rank; i++)
            at += index[i] * size_value(ordered->layout.stride[i]);
        data[at] = (int8_t)const_element(w, index, w->type.rank).i;
        for (int i = w->type.rank; i-- > 0 && ++index[i] == dim[i];)
            index[i] = 0;
    }
    return ordered;
}

/* Puts weights of bytes in the same order of axes as the operand. */
static void order_weight(Graph *g, Step *s)
{
    if (sums_bytes(s) && channels_last(s->in[CONV_IN]) && !channels_last(s->in[CONV_WEIGHT]) &&
        value_is_known(s->in[CONV_WEIGHT]))
        s->in[CONV_WEIGHT] = with_channels_last(g, s->in[CONV_WEIGHT]);
}

void choose_layouts(Graph *g)
{
    Layouts l = {.g = g,
                 .lanes = uses_lanes(g),
                 .fixed = NEW(bool, g->nvalues),
                 .reduced = NEW(bool, g->nvalues),
                 .last = NEW(bool, g->nvalues)};
    FOR_BACKENDS(b, g->model->options) {
        l.any |= b->wants_channels_last != NULL;
        l.pictures |= b->reads_planes && leads(g, b);
    }
    if (l.any)
        forget_views(&l);
    for_reads(g, note_fixed, &l);
    if (!l.any) /* else convolutions say what lies between them */
        keep_orders(&l);
    choose(&l);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            for (int i = 0; i < s->nout; i++)
                if (s->out[i] && l.last[s->out[i]->id])
                    set_channels_last(s->out[i]);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            if (l.any) {
                mend_operands(&l, s);
                mend_result(&l, s);
            }
            order_weight(g, s);
        }
}
