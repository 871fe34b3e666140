/* SPDX-License-Identifier: 0BSD
 * Convolutions and products with more weights than a streamed block may have, or more multiply-adds
 * than a piece of a method that runs by steps, become several, each with some of the filters; a
 * move brings their results together. */
#include "transform/filters.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/cost.h"
#include "graph/layouts.h"
#include "graph/pieces.h"
#include "model.h"

enum {
    FILTER_BYTES = 16, /* that kernels keep for each filter beside its weights, at most */
    FEW = 4,           /* filters that kernels compute at once, and so many if there are more */
    MANY = 16
};

static int filter_axis(const Step *s)
{
    return s->kind == K_CONV ? 0 : s->in[GEMM_B]->type.rank - 1;
}

static int result_axis(const Step *s)
{
    return s->kind == K_CONV ? 1 : s->out[0]->type.rank - 1;
}

/* Do the elements of each filter lie behind those of the one before? */
static bool lies_by(const Value *v, int axis)
{
    const Size *n = value_numel(v);
    return value_is_known(v) && size_op(S_MUL, v->layout.stride[axis], v->type.dim[axis]) == n;
}

/* Returns the axis along which the constant has an element for each of `filters`, or -1. */
static int axis_of_filters(const Value *v, int64_t filters)
{
    for (int i = 0; i < v->type.rank; i++)
        if (value_numel(v) == size_const(filters) && v->type.dim[i] == size_const(filters) &&
            lies_by(v, i))
            return i;
    return -1;
}

static int64_t count_filters(const Step *s)
{
    return size_value(s->in[CONV_WEIGHT]->type.dim[filter_axis(s)]);
}

static bool can_split(const Step *s)
{
    const bool kind = s->kind == K_CONV ? s->groups == 1 && !s->transposed && !s->in[CONV_ADD]
                                        : s->kind == K_GEMM && s->in[GEMM_B]->type.rank == 2;
    if (!kind || s->nout != 1 || s->requant == RQ_F32_TWICE || s->requant == RQ_ROWS ||
        !value_is_static(s->out[0]) || !lies_by(s->in[CONV_WEIGHT], filter_axis(s)))
        return false;
    for (int i = CONV_BIAS; i <= CONV_SHIFT && i < s->nin; i++)
        if (s->in[i] && value_numel(s->in[i]) != size_const(1) &&
            axis_of_filters(s->in[i], count_filters(s)) < 0)
            return false;
    return true;
}

/* Returns how many filters a block of streamed weights has room for. */
static int64_t filters_of_block(const Step *s, int64_t most)
{
    return most / (value_bound_bytes(s->in[CONV_WEIGHT]) / count_filters(s) + FILTER_BYTES);
}

/* Returns how many filters a piece may compute: of one row, where rows can be pieces. */
static int64_t filters_of_piece(const Step *s, int64_t most)
{
    const Type *out = &s->out[0]->type;
    bool by_rows = s->kind == K_CONV && s->win.rank == 2 && out->dim[0] == size_const(1) &&
                   channels_last(s->out[0]);
    int64_t each = step_macs(s) / count_filters(s) / (by_rows ? size_value(out->dim[2]) : 1);
    return each ? most / each : INT64_MAX;
}

/* Returns how many filters a part gets: about as many as the others, and as few as is asked for. */
static int64_t filters_of_part(const Step *s, const Options *o)
{
    int64_t all = count_filters(s), n = all;
    if (o->max_block)
        n = min64(n, filters_of_block(s, o->max_block));
    if (o->max_piece)
        n = min64(n, filters_of_piece(s, o->max_piece));
    if (n == all)
        return all;
    int64_t at_once = n >= MANY ? MANY : FEW;
    n = max64(n - n % at_once, at_once);
    return round_up(quotient_up(all, quotient_up(all, n)), at_once);
}

/* Returns elements [from, from + n) of the constant along the axis, in the same order. */
static Value *part_of_constant(Graph *g, const Value *v, int axis, int64_t from, int64_t n)
{
    Type type = v->type;
    int64_t each = size_value(value_numel(v)) / size_value(type.dim[axis]), all = n * each;
    const uint8_t *data = const_data(v);
    data += from * each * (int64_t)dtype_bytes((int)type.dtype);
    Value *part = value_const(g, type.dtype, 1, &all, data);
    made_of(part, v);
    type.dim[axis] = size_const(n);
    return value_view(g, part, &type, &v->layout, size_const(0));
}

/* Gives the value the order of axes in memory that the other one has. */
static void lay_out_like(Value *v, const Value *other)
{
    uint8_t order[MAX_RANK];
    for (int i = 0; i < v->type.rank; i++) {
        int at = i;
        int64_t stride = size_value(other->layout.stride[i]);
        for (; at > 0 && size_value(other->layout.stride[order[at - 1]]) < stride; at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)i;
    }
    layout_from_dim_order(v, order);
}

static Step *part_of_step(Graph *g, const Step *s, int64_t from, int64_t n)
{
    Step *part = step_new(g, s->kind, s->nin, 1);
    Value **in = part->in, **out = part->out;
    Type type = s->out[0]->type;
    *part = *s;
    part->in = in;
    part->out = out;
    for (int i = 0; i < s->nin; i++)
        in[i] = s->in[i];
    in[CONV_WEIGHT] = part_of_constant(g, s->in[CONV_WEIGHT], filter_axis(s), from, n);
    for (int i = CONV_BIAS; i <= CONV_SHIFT && i < s->nin; i++)
        if (s->in[i] && value_numel(s->in[i]) != size_const(1))
            in[i] =
                part_of_constant(g, s->in[i], axis_of_filters(s->in[i], count_filters(s)), from, n);
    type.dim[result_axis(s)] = size_const(n);
    out[0] = value_new(g, type.dtype, type.rank, type.dim);
    lay_out_like(out[0], s->out[0]);
    return part;
}

/* Moves the part's result, operand `src` of the move, behind those of `from` filters. */
static Piece piece_of(const Value *part, const Value *whole, int src, int axis, int64_t from)
{
    Piece p = whole_piece(src, whole);
    row_strides(part, p.src_stride);
    p.extent[axis] = part->type.dim[axis];
    p.dst_offset = size_op(S_MUL, p.dst_stride[axis], size_const(from));
    return p;
}

static void split(Graph *g, Step *s, int64_t each)
{
    int64_t all = count_filters(s);
    int n = (int)quotient_up(all, each);
    Step *move = step_new(g, K_MOVE, n, 1);
    move->piece = NEW(Piece, n);
    move->npieces = n;
    move->source = s->source;
    move->out[0] = s->out[0];
    for (int i = 0; i < n; i++) {
        int64_t from = i * each;
        Step *part = part_of_step(g, s, from, min64(each, all - from));
        step_insert_before(s, part);
        move->in[i] = part->out[0];
        move->piece[i] = piece_of(part->out[0], s->out[0], i, result_axis(s), from);
    }
    step_insert_before(s, move);
    step_remove(s);
}

void split_filters(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            if (!can_split(s))
                continue;
            int64_t each = filters_of_part(s, g->model->options);
            if (each < count_filters(s))
                split(g, s, each);
        }
}
