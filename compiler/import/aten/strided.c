/* SPDX-License-Identifier: 0BSD
 * Operators that walk over one tensor with strides of their own: flips, diagonals, windows, copies
 * side by side, pixel shuffles. */
#include "graph/build.h"
#include "graph/pieces.h"
#include "import/build/move.h"
#include "import/build/slice.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"

#include <string.h>

/* Writes the whole result, one axis after the other, from `in` at `offset`, `stride` apart, in
 * elements. */
static void strided(Call *c, Value *in, int rank, Size *const *dim, Size *offset,
                    Size *const *stride)
{
    Value *out = arg_out(c, "out", rank, dim);
    Step *s = move_step(c, out, 1, &in, 1);
    s->piece[0] = whole_piece(0, out);
    s->piece[0].src_offset = offset;
    memcpy(s->piece[0].src_stride, stride, (size_t)rank * sizeof *stride);
    append_move(c, s);
}

void lower_flip(Call *c)
{
    Value *in = arg_tensor(c, "self");
    Size *stride[MAX_RANK], *offset = size_const(0);
    int64_t axis[MAX_RANK];
    row_strides(in, stride);
    for (int n = arg_ints(c, "dims", axis, MAX_RANK), k = 0; k < n; k++) {
        int i = wrap_axis(c, axis[k], in->type.rank);
        if (in->type.rank == 0 || in->type.dim[i] == size_const(0))
            continue;
        Size *last = size_op(S_ADD, in->type.dim[i], size_const(-1));
        offset = size_op(S_ADD, offset, size_op(S_MUL, last, stride[i]));
        stride[i] = size_op(S_MUL, stride[i], size_const(-1));
    }
    strided(c, in, in->type.rank, in->type.dim, offset, stride);
}

void lower_diagonal(Call *c)
{
    Value *in = arg_tensor(c, "self");
    Size *dim[MAX_RANK] = {0}, *stride[MAX_RANK], *at;
    int rank = arg_diagonal(c, in, dim, stride, &at);
    strided(c, in, rank, dim, at, stride);
}

/* Lowers unfold: windows of `size` elements, `step` apart, become a last axis. */
void lower_unfold(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis = wrap_axis(c, arg_int(c, "dimension"), in->type.rank), rank = in->type.rank;
    int64_t size = arg_int(c, "size"), step = arg_int(c, "step");
    if (rank == 0 || size < 0 || step <= 0)
        refuse(c, "windows of %lld elements, %lld apart, do not fit", (long long)size,
               (long long)step);
    need_least(c, "elements of the axis", in->type.dim[axis], size);
    Size *dim[MAX_RANK + 1], *stride[MAX_RANK + 1];
    memcpy(dim, in->type.dim, sizeof in->type.dim);
    row_strides(in, stride);
    Size *room = size_op(S_ADD, in->type.dim[axis], size_const(-size));
    dim[axis] = size_op(S_ADD, size_op(S_FDIV, room, size_const(step)), size_const(1));
    dim[rank] = size_const(size);
    stride[rank] = stride[axis];
    stride[axis] = size_op(S_MUL, stride[axis], size_const(step));
    strided(c, in, rank + 1, dim, size_const(0), stride);
}

void lower_as_strided(Call *c)
{
    Value *in = arg_tensor(c, "self");
    Size *dim[MAX_RANK] = {0}, *stride[MAX_RANK];
    int rank = arg_sizes(c, "size", dim, MAX_RANK);
    if (arg_sizes(c, "stride", stride, MAX_RANK) != rank || !layout_is_row_major(in))
        refuse(c, "every axis needs a stride, and the operand row-major memory");
    Size *offset = arg_given(c, "storage_offset") ? arg_size(c, "storage_offset") : size_const(0);
    Size *last = offset;
    bool empty = false;
    for (int i = 0; i < rank; i++) {
        empty |= dim[i] == size_const(0);
        Size *steps = size_op(S_ADD, dim[i], size_const(-1));
        last = size_op(S_ADD, last, size_op(S_MUL, steps, stride[i]));
        if (stride[i]->lo < 0)
            refuse(c, "a negative stride");
    }
    Size *behind = size_op(S_ADD, value_numel(in), size_op(S_MUL, last, size_const(-1)));
    if (offset->lo < 0 || (!empty && behind->hi < 1))
        refuse(c, "the strides lead out of the operand");
    if (!empty)
        need_least(c, "elements from the last that the strides reach", behind, 1);
    strided(c, in, rank, dim, offset, stride);
}

/* Moves with two axes for each of the result: which copy, and where in it. */
void lower_repeat(Call *c)
{
    Value *in = arg_tensor(c, "self");
    Size *times[MAX_RANK], *dim[MAX_RANK], *from[MAX_RANK], *to[MAX_RANK];
    int rank = arg_sizes(c, "repeats", times, MAX_RANK / 2), lead = rank - in->type.rank;
    if (lead < 0)
        refuse(c, "there are fewer repeats than axes");
    for (int i = 0; i < rank; i++)
        dim[i] = i < lead ? times[i] : size_op(S_MUL, times[i], in->type.dim[i - lead]);
    Value *out = arg_out(c, "out", rank, dim);
    row_strides(in, from);
    row_strides(out, to);
    Step *s = move_step(c, out, 1, &in, 1);
    Piece *p = s->piece;
    *p = (Piece){.rank = 2 * rank, .src_offset = size_const(0), .dst_offset = size_const(0)};
    for (int i = 0; i < rank; i++) {
        Size *n = i < lead ? size_const(1) : in->type.dim[i - lead];
        p->extent[2 * i] = times[i];
        p->extent[2 * i + 1] = n;
        p->src_stride[2 * i] = size_const(0);
        p->src_stride[2 * i + 1] = i < lead ? size_const(0) : from[i - lead];
        p->dst_stride[2 * i] = size_op(S_MUL, to[i], n);
        p->dst_stride[2 * i + 1] = to[i];
    }
    append_move(c, s);
}

/* Moves between [.., C r r, H, W] and [.., C, H r, W r], which hold the same elements; `up` is from
 * the first to the second. */
static void shuffle(Call *c, const char *factor, bool up)
{
    Value *in = arg_tensor(c, "self");
    int64_t r = arg_int(c, factor);
    int rank = in->type.rank, at = rank - 3;
    if (rank < 3 || rank + 2 > MAX_RANK || r < 1 || r > INT16_MAX)
        refuse(c, "a factor of %lld for a tensor of rank %d", (long long)r, rank);
    Size *dim[MAX_RANK] = {0}, *by = size_const(r), *square = size_const(r * r);
    memcpy(dim, in->type.dim, sizeof dim);
    for (int i = up ? at : at + 1; i < (up ? at + 1 : rank); i++)
        need_equal(c, fmt_text("elements of axis %d beyond whole cells", i),
                   size_op(S_MOD, dim[i], up ? square : by), size_const(0));
    dim[at] = up ? size_op(S_FDIV, dim[at], square) : size_op(S_MUL, dim[at], square);
    for (int i = at + 1; i < rank; i++)
        dim[i] = up ? size_op(S_MUL, dim[i], by) : size_op(S_FDIV, dim[i], by);
    Value *out = arg_out(c, "out", rank, dim);
    Value *fine = up ? out : in, *coarse = up ? in : out; /* few channels, many channels */
    Size *f[MAX_RANK], *k[MAX_RANK];
    row_strides(fine, f);
    row_strides(coarse, k);
    Step *s = move_step(c, out, 1, &in, 1);
    Piece *p = s->piece;
    Size **fs = up ? p->dst_stride : p->src_stride, **ks = up ? p->src_stride : p->dst_stride;
    *p = (Piece){.rank = at + 5, .src_offset = size_const(0), .dst_offset = size_const(0)};
    for (int i = 0; i <= at; i++) {
        p->extent[i] = fine->type.dim[i];
        fs[i] = f[i];
        ks[i] = i < at ? k[i] : size_op(S_MUL, k[at], square);
    }
    for (int i = 0; i < 2; i++) { /* rows, columns; first within a cell, then of cells */
        p->extent[at + 1 + i] = by;
        fs[at + 1 + i] = f[at + 1 + i];
        ks[at + 1 + i] = size_op(S_MUL, k[at], i ? size_const(1) : by);
        p->extent[at + 3 + i] = coarse->type.dim[at + 1 + i];
        fs[at + 3 + i] = size_op(S_MUL, f[at + 1 + i], by);
        ks[at + 3 + i] = k[at + 1 + i];
    }
    append_move(c, s);
}

void lower_pixel_shuffle(Call *c)
{
    shuffle(c, "upscale_factor", true);
}

void lower_pixel_unshuffle(Call *c)
{
    shuffle(c, "downscale_factor", false);
}
