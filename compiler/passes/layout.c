/* SPDX-License-Identifier: 0BSD
 * The order of axes in memory: convolutions in vectors want their channels last, and what lies
 * between them goes along; copies at the borders. Portable ones of bytes want it too, for sums
 * along adjacent channels, but are not worth a copy. */
#include "kernel.h"
#include "model.h"
#include "nnlib.h"
#include "pack_xnn.h"
#include "passes.h"
#include "vector.h"

#include <math.h>
#include <string.h>

/* -- what the vector kernels want -- */

static bool has_stride(const Value *v, int axis, const Size *stride)
{
    return v->type.dim[axis] == size_const(1) || v->layout.stride[axis] == stride;
}

bool channels_last(const Value *v)
{
    Size *stride = v->type.dim[1];
    if (!has_stride(v, 1, size_const(1)))
        return false;
    for (int i = v->type.rank; i-- > 2;) {
        if (!has_stride(v, i, stride))
            return false;
        stride = size_op(S_MUL, stride, v->type.dim[i]);
    }
    return has_stride(v, 0, stride);
}

bool columns_first(const Value *v)
{
    int row = v->type.rank - 2, column = row + 1;
    Size *const *dim = v->type.dim;
    return has_stride(v, row, size_const(1)) && has_stride(v, column, dim[row]) &&
           (row == 0 || has_stride(v, 0, size_op(S_MUL, dim[row], dim[column])));
}

bool is_depthwise(const Step *s)
{
    const Value *in = s->in[CONV_IN], *out = s->out[0];
    return s->groups > 1 && in->type.dim[1] == size_const(s->groups) &&
           out->type.dim[1] == size_const(s->groups);
}

int64_t taps_of(const Step *s)
{
    int64_t n = 1;
    for (int i = 0; i < s->win.rank; i++)
        n *= s->win.kernel[i];
    return n;
}

/* The kernels have room for so many taps of a window, for so many quads of rows, by which depthwise
 * products of bytes go, and for a row of so many bytes (VCONV_COPY_BYTES). */
enum { MOST_TAPS = 256, MOST_QUADS = 128, MOST_BYTES = 32 * 1024 };

static bool fits_row(const Step *s, int64_t channels)
{
    int64_t padded = (channels + 3) / 4 * 4 * taps_of(s);
    return !requantises_by_float(s) || padded <= MOST_BYTES;
}

/* Of so many products, scaled: the kernels convert what 32 bits hold, whatever the bytes are. */
static bool fits_sums(const Step *s, int64_t depth)
{
    if (!requantises_by_float(s))
        return true;
    bool adds = s->requant == RQ_F32_BIAS;
    const Value *bias = s->in[CONV_BIAS];
    const int32_t *first = bias && !adds ? const_data(bias) : NULL;
    const float *offset = bias && adds ? const_data(bias) : NULL;
    const float *scale = const_data(s->in[CONV_MULT]);
    double product = 128 * (128 + fabs((double)*(const int32_t *)const_data(s->in[CONV_QUANT])));
    for (int64_t i = 0; i < size_value(value_numel(s->in[CONV_MULT])); i++) {
        double sum = fmin((double)depth * product + fabs(first ? (double)first[i] : 0), 0x1p31);
        double result = sum * fabs((double)scale[i]) + fabs(offset ? (double)offset[i] : 0);
        if (!(result < 0x1.fffffp30)) /* rounded twice it is below 2^31 */
            return false;
    }
    return true;
}

static bool fits_window(const Step *s)
{
    int64_t across = s->win.rank > 0 ? s->win.kernel[s->win.rank - 1] : 1, n = taps_of(s);
    bool quads = is_depthwise(s) && requantises_by_float(s);
    return n <= MOST_TAPS && (!quads || (n / across + 3) / 4 * across <= MOST_QUADS);
}

/* Absent, or a constant of one element for each column. */
static bool is_row(const Value *v, DType type, const Size *columns)
{
    return !v || (value_is_const(value_root((Value *)v)) && v->type.dtype == type &&
                  value_numel(v) == columns && layout_is_row_major(v));
}

/* Floats, or bytes that are requantised by a float for each column. Products of matrices have their
 * operands in the same places as convolutions. */
static bool has_types(const Step *s, const Size *columns)
{
    bool bytes = requantises_by_float(s);
    DType type = bytes ? I8 : F32;
    if ((s->requant != RQ_NONE && !bytes) || s->out[0]->type.dtype != type ||
        s->in[CONV_IN]->type.dtype != type || s->in[CONV_WEIGHT]->type.dtype != type ||
        !value_is_const(value_root(s->in[CONV_WEIGHT])))
        return false;
    return is_row(s->in[CONV_BIAS], s->requant == RQ_F32_RNE ? I32 : F32, columns) &&
           (!bytes ||
            (is_row(s->in[CONV_MULT], F32, columns) && value_is_const(s->in[CONV_QUANT])));
}

/* An image of one column is one row to the kernels, and so are then the packed rows of windows of
 * few bytes: it must be known. */
static bool knows_columns(const Step *s)
{
    const Size *columns = s->in[CONV_IN]->type.dim[3];
    bool column = s->win.rank == 2 && s->win.kernel[0] > 1 && s->win.kernel[1] == 1 &&
                  s->win.pad[1] == 0 && !size_is_const(columns) && columns->lo <= 1;
    return !column || is_depthwise(s) || !requantises_by_float(s) ||
           size_value(s->in[CONV_WEIGHT]->type.dim[1]) >= 4;
}

bool vector_takes(const Step *s)
{
    return s->kind == K_CONV && !s->transposed && s->win.rank <= 2 &&
           has_types(s, s->in[CONV_WEIGHT]->type.dim[0]) && s->in[CONV_IN]->type.rank >= 3 &&
           knows_columns(s) && fits_window(s) &&
           fits_row(s, size_value(s->in[CONV_WEIGHT]->type.dim[1])) &&
           fits_sums(s, taps_of(s) * size_value(s->in[CONV_WEIGHT]->type.dim[1]));
}

/* A constant matrix on the right; rows of the left one and of the result without gaps. */
bool vector_takes_gemm(const Step *s)
{
    const Value *a = s->in[GEMM_A], *b = s->in[GEMM_B];
    return b->type.rank == 2 && has_types(s, b->type.dim[1]) && layout_is_row_major(s->out[0]) &&
           has_stride(a, a->type.rank - 1, size_const(1)) &&
           fits_row(s, size_value(b->type.dim[0])) && fits_sums(s, size_value(b->type.dim[0]));
}

/* Any matrices, if rows of the left one and of the result have no gaps. */
bool vector_takes_matmul(const Step *s)
{
    const Value *a = s->in[GEMM_A], *out = s->out[0];
    return s->requant == RQ_NONE && a->type.dtype == F32 && s->in[GEMM_B]->type.dtype == F32 &&
           out->type.dtype == F32 && !s->in[GEMM_C] && layout_is_row_major(out) &&
           has_stride(a, a->type.rank - 1, size_const(1));
}

/* Channels that are neighbours, and fill a vector of the smallest kind. */
bool vector_takes_pool(const Step *s, DType type)
{
    enum { LEAST_FLOATS = 4, LEAST_BYTES = 8 };
    const Value *in = s->in[0], *out = s->out[0];
    bool indices = s->nout > 1 && s->out[1];
    return in->type.dtype == type && out->type.dtype == type && !indices &&
           in->layout.stride[1] == size_const(1) && out->layout.stride[1] == size_const(1) &&
           in->type.dim[1]->lo >= (type == I8 ? LEAST_BYTES : LEAST_FLOATS);
}

/* Winograd's weights are four times as large: they pay where they are read for many positions, and
 * where those of one point stay near. */
bool saves_products(const Step *s)
{
    enum { LEAST = 8, MOST_CHANNELS = 128, LEAST_POSITIONS = 64 };
    const Window *w = &s->win;
    if (w->rank != 2 || s->groups != 1 || !channels_last(s->in[CONV_IN]))
        return false;
    for (int i = 0; i < 2; i++)
        if (w->kernel[i] != 3 || w->stride[i] != 1 || w->dilation[i] != 1)
            return false;
    const Type *out = &s->out[0]->type;
    int64_t channels = size_value(s->in[CONV_WEIGHT]->type.dim[1]);
    return channels >= LEAST && channels <= MOST_CHANNELS && size_value(out->dim[1]) >= LEAST &&
           (double)out->dim[2]->hi * (double)out->dim[3]->hi >= LEAST_POSITIONS;
}

/* A picture as it comes, few channels one after the other, is read without a copy. Kernels know it
 * by its channels not being neighbours. */
bool reads_planes(const Step *s)
{
    const Value *in = s->in[CONV_IN];
    int last = in->type.rank - 1;
    int64_t channels = size_value(in->type.dim[1]) / s->groups;
    return !is_depthwise(s) && !channels_last(in) && in->layout.stride[last] == size_const(1) &&
           in->layout.stride[1]->lo > 1 && channels <= 4 && taps_of(s) * channels <= MOST_TAPS;
}

/* -- which values lie channels last -- */

typedef struct Layouts {
    Graph *g;
    bool vector, xnnpack, nnlib; /* whose kernels need it */
    bool any;                    /* of those */
    bool xnnpack_first;          /* before vector */
    bool *fixed;                 /* by value id: inputs, outputs, state, views and what they show */
    bool *last;                  /* shall have its channels last */
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
    return (l->vector && vector_takes(s)) ||
           (l->xnnpack && (xnnpack_takes(s) || xnnpack_takes_resize(s))) ||
           (l->nnlib && nnlib_takes_conv(s));
}

static bool wants_operand(const Layouts *l, const Step *s, int operand)
{
    return needs_last(l, s) && (operand == CONV_IN || operand == CONV_ADD);
}

/* Will its kernel read the operand as planes? */
static bool stays_in_planes(const Layouts *l, const Step *s)
{
    return s->kind == K_CONV && reads_planes(s) && l->vector &&
           !(l->xnnpack_first && xnnpack_takes(s));
}

/* With all its channels last that may be, do strides still say what it moves? */
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

/* Is its result as good with the channels last? */
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

/* Does each channel of the result come of the same one of a picture, at other pixels? */
static bool resamples(const Step *s)
{
    const Value *in = s->nin > 0 ? s->in[0] : NULL, *out = s->out[0];
    return s->kind == K_LOOKUP && in->type.rank == 4 && out->type.rank == 4 &&
           in->type.dim[1] == out->type.dim[1] && !computes_channel(s->expr);
}

static bool shows_channels_last(const Value *v)
{
    return v->view_of && v->type.rank >= 3 && v->type.rank <= 4 && channels_last(v) &&
           !layout_is_row_major(v);
}

static void spread_move(Layouts *l, Step *s, bool *changed)
{
    Value *out = s->out[0];
    bool any = l->last[out->id];
    for (int i = 0; i < s->nin; i++)
        any |= keeps_channels(s, i) && (l->last[s->in[i]->id] || shows_channels_last(s->in[i]));
    if (!any || !may_change(l, out) || !follows(l, s))
        return;
    for (int i = -1; i < s->nin; i++) {
        Value *v = i < 0 ? out : s->in[i];
        if (!l->last[v->id] && may_change(l, v) &&
            (i < 0 || (keeps_channels(s, i) && follows(l, v->def))))
            *changed = l->last[v->id] = true;
    }
}

/* Moves read what a view shows in an order of its own, so that its layout may change. */
static void forget_views(Layouts *l)
{
    FOR_BLOCKS(b, l->g)
        FOR_STEPS(s, b)
            for (int i = 0; s->kind == K_MOVE && i < s->nin; i++)
                if (s->in[i]->view_of && !layout_is_row_major(s->in[i]) &&
                    !shows_channels_last(s->in[i]))
                    move_from_whole(s, i);
}

/* Sums of bytes, which may run in any order. */
static bool sums_bytes(const Step *s)
{
    return s->kind == K_CONV && !s->transposed && s->in[CONV_IN]->type.rank >= 3 &&
           requantises_by_float(s);
}

/* The portable sums are in the same order. */
static bool takes_turns(const Layouts *l, const Step *s)
{
    return l->g->model->savings.channels_last && s->kind == K_CONV && !s->transposed &&
           s->in[CONV_IN]->type.rank == 4;
}

/* Bytes made of a picture as it comes: vector kernels read those without a copy. */
static bool may_order_operand(const Layouts *l, const Step *s)
{
    const Value *in = s->in[CONV_IN];
    return (!l->vector || l->xnnpack_first) && may_change(l, in) && !l->last[in->id] &&
           in->def->kind == K_MAP && !is_positional(in->def);
}

static bool spread_sums(Layouts *l, const Step *s)
{
    bool operand = may_order_operand(l, s);
    l->last[s->in[CONV_IN]->id] |= operand;
    bool result = may_change(l, s->out[0]) && !l->last[s->out[0]->id];
    l->last[s->out[0]->id] |= result;
    return operand || result;
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

/* -- copies at the borders -- */

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
                     (l->vector && i == 0 && resamples(s) && channels_last(s->out[0]));
        if (wants && !channels_last(v) && !(i == CONV_IN && stays_in_planes(l, s)))
            s->in[i] = copied(l->g, s, v, true);
        else if (!wants && v->id < l->g->nvalues && !any && v->def && l->last[v->id])
            s->in[i] = copied(l->g, s, v, false);
    }
}

/* A result whose layout is the caller's is made beside it. */
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
    Value *ordered = value_const(g, I8, w->type.rank, dim, data);
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

/* Weights of bytes go along with the operand. */
static void order_weight(Graph *g, Step *s)
{
    if (sums_bytes(s) && channels_last(s->in[CONV_IN]) && !channels_last(s->in[CONV_WEIGHT]) &&
        value_is_const(value_root(s->in[CONV_WEIGHT])))
        s->in[CONV_WEIGHT] = with_channels_last(g, s->in[CONV_WEIGHT]);
}

void choose_layouts(Graph *g)
{
    Layouts l = {.g = g,
                 .vector = uses_backend(g, "vector"),
                 .xnnpack = uses_backend(g, "xnnpack"),
                 .nnlib = uses_backend(g, "cadence"),
                 .xnnpack_first = prefers_backend(g, "xnnpack", "vector"),
                 .fixed = NEW(bool, g->nvalues),
                 .last = NEW(bool, g->nvalues)};
    l.any = l.vector || l.xnnpack || l.nnlib;
    if (l.any)
        forget_views(&l);
    for_reads(g, note_fixed, &l);
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
