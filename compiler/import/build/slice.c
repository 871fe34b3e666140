/* SPDX-License-Identifier: 0BSD
 * Arguments that say which part of a tensor is meant, or in which order. */
#include "import/build/slice.h"
#include "graph/build.h"
#include "graph/pieces.h"
#include "import/build/move.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"

#include <string.h>

void permute_by(Call *c, Value *in, const int64_t *axis)
{
    Size *dim[MAX_RANK] = {0}, *stride[MAX_RANK];
    int rank = in->type.rank;
    uint32_t seen = 0;
    for (int i = 0; i < rank; i++) {
        int from = wrap_axis(c, axis[i], rank);
        seen |= 1u << from;
        dim[i] = in->type.dim[from];
    }
    if (seen != (1u << rank) - 1)
        refuse(c, "the axes are no permutation");
    Value *out = arg_out(c, "out", rank, dim);
    Step *s = move_step(c, out, 1, &in, 1);
    s->piece[0] = whole_piece(0, out);
    row_strides(in, stride);
    for (int i = 0; i < rank; i++)
        s->piece[0].src_stride[i] = stride[wrap_axis(c, axis[i], rank)];
    append_move(c, s);
}

void permute_named(Call *c, const char *in, const char *axes)
{
    int64_t axis[MAX_RANK];
    Value *v = arg_tensor(c, in);
    if (arg_ints(c, axes, axis, MAX_RANK) != v->type.rank)
        refuse(c, "the number of axes is not the operand's rank");
    permute_by(c, v, axis);
}

/* Copies one slice of `in` along `axis` to the whole of `out`; `drop_axis` says that `out` lacks
 * it. */
void slice_to(Call *c, Value *in, Value *out, int axis, Size *start, int64_t step, bool drop_axis)
{
    Size *stride[MAX_RANK];
    row_strides(in, stride);
    Step *s = move_step(c, out, 1, &in, 1);
    Piece *p = s->piece;
    *p = whole_piece(0, out);
    p->src_offset = size_op(S_MUL, start, stride[axis]);
    for (int i = 0, j = 0; i < in->type.rank; i++) {
        if (drop_axis && i == axis)
            continue;
        p->src_stride[j++] = i == axis ? size_op(S_MUL, stride[i], size_const(step)) : stride[i];
    }
    append_move(c, s);
}

Value *slice_of(Call *c, Value *in, int axis, Size *start, Size *count)
{
    Size *dim[MAX_RANK] = {0};
    memcpy(dim, in->type.dim, sizeof dim);
    dim[axis] = count;
    Value *out = value_new(c->g, in->type.dtype, in->type.rank, dim);
    slice_to(c, in, out, axis, start, 1, false);
    return out;
}

/* Returns position `at` of an axis of `n` elements, negative from its end, kept within [0, n]; NULL
 * if it may be of either sign. */
static Size *clamp_index(Size *at, Size *n)
{
    if (at->lo < 0 && at->hi >= 0)
        return NULL; /* the sign decides what it means */
    if (at->lo < 0)
        return size_op(S_MAX, size_const(0), size_op(S_ADD, n, at));
    return size_op(S_MIN, at, n);
}

Size *steps_between(Size *start, Size *end, int64_t step)
{
    Size *span = size_op(S_ADD, end, size_op(S_MUL, start, size_const(-1)));
    span = size_op(S_MAX, size_const(0), span);
    return size_op(S_FDIV, size_op(S_ADD, span, size_const(step - 1)), size_const(step));
}

Slice arg_slice(Call *c, const Value *v)
{
    Slice s = {.axis = wrap_axis(c, arg_int(c, "dim"), v->type.rank), .step = arg_int(c, "step")};
    if (s.step <= 0)
        refuse(c, "the step of a slice must be positive");
    if (v->type.rank == 0)
        refuse(c, "a 0-d tensor has no slices");
    Size *n = v->type.dim[s.axis], *zero = size_const(0), *end = n;
    Size *start = arg_given(c, "start") ? arg_size(c, "start") : zero;
    s.start = clamp_index(start, n);
    if (arg_given(c, "end"))
        end = clamp_index(arg_size(c, "end"), n);
    if (!s.start || !end)
        refuse(c, "a slice whose bounds may be of either sign is not there yet");
    /* from the start as it stands, or that from the end: a tighter bound than the clamped one's */
    Size *back = size_op(S_MUL, start, size_const(-1));
    s.count = start->lo < 0 && end == n
                  ? steps_between(zero, size_op(S_MIN, n, back), s.step)
                  : steps_between(start->lo >= 0 ? start : s.start, end, s.step);
    return s;
}

Size *arg_index(Call *c, const Value *v, int *axis)
{
    *axis = wrap_axis(c, arg_int(c, "dim"), v->type.rank);
    if (v->type.rank == 0)
        refuse(c, "a number has no elements to index");
    Size *n = v->type.dim[*axis];
    int64_t index = arg_int(c, "index");
    if (index < -n->hi || index >= n->hi)
        refuse(c, "index %lld is outside an axis of %lld elements", (long long)index,
               (long long)n->hi);
    need_least(c, "elements", n, index < 0 ? -index : index + 1);
    return index < 0 ? size_op(S_ADD, n, size_const(index)) : size_const(index);
}

bool is_number(Call *c, const char *name)
{
    return arg_scalar(c, name) && !arg_is_size(c, name);
}

/* Sets `dim` to the shape of `v` without `axis` and returns its rank. */
int drop_axis(const Value *v, int axis, Size **dim)
{
    int rank = 0;
    for (int i = 0; i < v->type.rank; i++)
        if (i != axis)
            dim[rank++] = v->type.dim[i];
    return rank;
}

int arg_diagonal(Call *c, const Value *v, Size **dim, Size **stride, Size **at)
{
    int a = wrap_axis(c, arg_int(c, "dim1"), v->type.rank);
    int b = wrap_axis(c, arg_int(c, "dim2"), v->type.rank), rank = 0;
    if (a == b)
        refuse(c, "a diagonal needs two axes");
    int64_t offset = arg_int(c, "offset");
    need_int32(c, "the offset", offset);
    int64_t below = offset < 0 ? -offset : 0;
    Size *rows = size_op(S_ADD, v->type.dim[a], size_const(-below));
    Size *columns = size_op(S_ADD, v->type.dim[b], size_const(-offset - below));
    Size *from[MAX_RANK];
    row_strides(v, from);
    for (int i = 0; i < v->type.rank; i++)
        if (i != a && i != b) {
            dim[rank] = v->type.dim[i];
            stride[rank++] = from[i];
        }
    dim[rank] = size_op(S_MAX, size_op(S_MIN, rows, columns), size_const(0));
    stride[rank++] = size_op(S_ADD, from[a], from[b]);
    *at = offset < 0 ? size_op(S_MUL, from[a], size_const(below))
                     : size_op(S_MUL, from[b], size_const(offset));
    return rank;
}
