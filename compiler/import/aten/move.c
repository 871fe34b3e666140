/* SPDX-License-Identifier: 0BSD
 * Operators that put several tensors or pieces of one together, and copies. */
#include "import/build/move.h"
#include "graph/pieces.h"
#include "import/build/copy.h"
#include "import/build/numbered.h"
#include "import/build/slice.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"

#include <string.h>

static bool is_nothing(const Value *v) /* cat skips empty 1-d tensors whatever their rank says */
{
    return v->type.rank == 1 && v->type.dim[0] == size_const(0);
}

void lower_cat(Call *c)
{
    Value **in;
    int n = arg_tensors(c, "tensors", &in), used = 0;
    for (int i = 0; i < n; i++)
        if (in[i] && !is_nothing(in[i]))
            in[used++] = in[i];
    if (used == 0) {
        Size *none = size_const(0);
        arg_out(c, "out", 1, &none);
        refuse(c, "all operands are empty");
    }
    if (in[0]->type.rank == 0)
        refuse(c, "numbers have no axis to join them along");
    int axis = wrap_axis(c, arg_int(c, "dim"), in[0]->type.rank);
    Size *dim[MAX_RANK] = {0};
    memcpy(dim, in[0]->type.dim, sizeof dim);
    for (int k = 1; k < used; k++) {
        if (in[k]->type.rank != in[0]->type.rank)
            refuse(c, "the operands have different ranks");
        for (int i = 0; i < in[0]->type.rank; i++)
            if (i != axis)
                need_equal(c, fmt_text("extents of axis %d", i), dim[i], in[k]->type.dim[i]);
        dim[axis] = size_op(S_ADD, dim[axis], in[k]->type.dim[axis]);
    }
    Value *out = arg_out(c, "out", in[0]->type.rank, dim);
    for (int k = 0; k < used; k++)
        in[k] = as_dtype(c, in[k], out->type.dtype);
    join(c, used, in, axis, false, out);
}

void lower_stack(Call *c)
{
    Value **in;
    int n = arg_tensors(c, "tensors", &in);
    if (n == 0 || !in[0] || in[0]->type.rank == MAX_RANK)
        refuse(c, "there is nothing to stack, or it has too many axes");
    int rank = in[0]->type.rank + 1, axis = wrap_axis(c, arg_int(c, "dim"), rank);
    Size *dim[MAX_RANK] = {0};
    for (int i = 0; i < rank; i++)
        dim[i] = i == axis ? size_const(n) : in[0]->type.dim[i - (i > axis)];
    for (int k = 1; k < n; k++) {
        need_rank(c, "tensors", in[k], rank - 1);
        for (int i = 0; i < rank - 1; i++)
            need_equal(c, fmt_text("extents of axis %d", i), in[0]->type.dim[i],
                       in[k]->type.dim[i]);
    }
    Value *out = arg_out(c, "out", rank, dim);
    for (int k = 0; k < n; k++)
        in[k] = as_dtype(c, in[k], out->type.dtype);
    join(c, n, in, axis, true, out);
}

/* Writes `self` with some of its elements replaced by those of `src`, which lie at row-major offset
 * `at`, `stride` apart in the axes of `src`. */
static void replace_part(Call *c, Value *self, Value *src, Size *at, Size *const *stride)
{
    Value *out = arg_out(c, "out", self->type.rank, self->type.dim);
    Value *in[] = {self, as_dtype(c, src, self->type.dtype)};
    Step *s = move_step(c, out, 2, in, 2);
    for (int k = 0; k < 2; k++) {
        s->piece[k] = whole_piece(k, in[k]);
        row_strides(in[k], s->piece[k].src_stride);
    }
    s->piece[1].dst_offset = at;
    memcpy(s->piece[1].dst_stride, stride, (size_t)src->type.rank * sizeof *stride);
    append_move(c, s);
}

void lower_slice_scatter(Call *c)
{
    Value *self = arg_tensor(c, "self"), *src = arg_tensor(c, "src");
    need_rank(c, "src", src, self->type.rank);
    if (self->type.rank == 0)
        refuse(c, "a number has no slices");
    if (is_number(c, "start")) {
        int axis = wrap_axis(c, arg_int(c, "dim"), self->type.rank);
        for (int i = 0; i < self->type.rank; i++)
            if (i != axis)
                need_equal(c, "extents", src->type.dim[i], self->type.dim[i]);
        replace_at_number(c, self, src, axis, arg_int(c, "step"),
                          arg_out(c, "out", self->type.rank, self->type.dim));
        return;
    }
    Slice slice = arg_slice(c, self);
    Size *stride[MAX_RANK];
    row_strides(self, stride);
    for (int i = 0; i < self->type.rank; i++)
        need_equal(c, "extents", src->type.dim[i],
                   i == slice.axis ? slice.count : self->type.dim[i]);
    Size *at = size_op(S_MUL, slice.start, stride[slice.axis]);
    stride[slice.axis] = size_op(S_MUL, stride[slice.axis], size_const(slice.step));
    replace_part(c, self, src, at, stride);
}

void lower_select_scatter(Call *c)
{
    Value *self = arg_tensor(c, "self"), *src = arg_tensor(c, "src");
    int axis;
    need_rank(c, "src", src, self->type.rank - 1);
    if (arg_scalar(c, "index")) {
        select_scatter_at_number(c, self, src, wrap_axis(c, arg_int(c, "dim"), self->type.rank),
                                 arg_out(c, "out", self->type.rank, self->type.dim));
        return;
    }
    Size *index = arg_index(c, self, &axis), *stride[MAX_RANK];
    row_strides(self, stride);
    Size *at = size_op(S_MUL, index, stride[axis]);
    for (int i = 0, j = 0; i < self->type.rank; i++)
        if (i != axis) {
            need_equal(c, "extents", src->type.dim[j], self->type.dim[i]);
            stride[j++] = stride[i];
        }
    replace_part(c, self, src, at, stride);
}

void lower_diagonal_scatter(Call *c)
{
    Value *self = arg_tensor(c, "self"), *src = arg_tensor(c, "src");
    Size *dim[MAX_RANK] = {0}, *stride[MAX_RANK], *at;
    int rank = arg_diagonal(c, self, dim, stride, &at);
    need_rank(c, "src", src, rank);
    for (int i = 0; i < rank; i++)
        need_equal(c, "extents", src->type.dim[i], dim[i]);
    replace_part(c, self, src, at, stride);
}

/* Returns a move in which elements that leave an axis at one end come in at the other: two pieces
 * for each axis that moves, and every combination of them. */
static Step *roll_step(Call *c, Value *in, Value *out, Size *const *shift)
{
    enum { MOST_PIECES = 256 };
    int npieces = 1;
    for (int i = 0; i < in->type.rank; i++)
        npieces *= shift[i] != size_const(0) ? 2 : 1;
    if (npieces > MOST_PIECES)
        refuse(c, "too many axes roll at once");
    Size *stride[MAX_RANK];
    row_strides(in, stride);
    Step *s = move_step(c, out, 1, &in, npieces);
    for (int k = 0; k < npieces; k++) {
        Piece *p = &s->piece[k];
        *p = whole_piece(0, out);
        memcpy(p->src_stride, stride, sizeof stride);
        for (int i = 0, bit = k; i < in->type.rank; i++) {
            if (shift[i] == size_const(0))
                continue;
            Size *rest = size_op(S_ADD, in->type.dim[i], size_op(S_MUL, shift[i], size_const(-1)));
            bool wraps = bit & 1;
            Size **offset = wraps ? &p->src_offset : &p->dst_offset;
            *offset = size_op(S_ADD, *offset, size_op(S_MUL, stride[i], wraps ? rest : shift[i]));
            p->extent[i] = wraps ? shift[i] : rest;
            bit >>= 1;
        }
    }
    return s;
}

void lower_roll(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int64_t axis[MAX_RANK];
    Size *shift[MAX_RANK], *by[MAX_RANK];
    for (int i = 0; i < in->type.rank; i++)
        by[i] = size_const(0);
    int n = arg_sizes(c, "shifts", shift, MAX_RANK);
    if (arg_ints(c, "dims", axis, MAX_RANK) != n)
        refuse(c, "every shift needs its axis");
    for (int k = 0; k < n; k++) {
        int i = wrap_axis(c, axis[k], in->type.rank);
        if (in->type.rank == 0)
            refuse(c, "a number has no axis to roll");
        by[i] = size_op(S_MOD, size_op(S_ADD, by[i], shift[k]), in->type.dim[i]);
    }
    append_move(c, roll_step(c, in, arg_out(c, "out", in->type.rank, in->type.dim), by));
}

/* Cuts an image into square tiles, row by row: [C, H, W] becomes [tiles, C, size, size]. */
void lower_tile_crop(Call *c)
{
    Value *in = arg_tensor(c, "input");
    need_rank(c, "input", in, 3);
    int64_t n = arg_int(c, "tile_size");
    if (n < 1 || n > INT32_MAX)
        refuse(c, "tiles of %lld elements", (long long)n);
    Size *size = size_const(n), *channels = in->type.dim[0], *tiles[2], *stride[3];
    for (int i = 0; i < 2; i++) {
        tiles[i] = size_op(S_FDIV, in->type.dim[1 + i], size);
        need_equal(c, "the image and its tiles", in->type.dim[1 + i],
                   size_op(S_MUL, tiles[i], size));
    }
    row_strides(in, stride);
    Size *dim[] = {size_op(S_MUL, tiles[0], tiles[1]), channels, size, size};
    Value *out = arg_out(c, "out", 4, dim);
    Step *s = move_step(c, out, 1, &in, 1);
    Size *extent[] = {tiles[0], tiles[1], channels, size, size};
    Size *from[] = {size_op(S_MUL, stride[1], size), size, stride[0], stride[1], stride[2]};
    Piece *p = s->piece;
    *p = (Piece){.rank = 5, .src_offset = size_const(0), .dst_offset = size_const(0)};
    Size *step = size_const(1);
    for (int i = 5; i-- > 0;) {
        p->extent[i] = extent[i];
        p->src_stride[i] = from[i];
        p->dst_stride[i] = step;
        step = size_op(S_MUL, step, extent[i]);
    }
    append_move(c, s);
}

void lower_copy(Call *c)
{
    Value *in = arg_tensor(c, has_arg(c, "self") ? "self" : "src");
    copy_to(c, in, arg_out(c, "out", in->type.rank, in->type.dim));
}

void lower_fallback(Call *c)
{
    Value *in = arg_tensor(c, "input");
    copy_to(c, in, arg_out(c, "output", in->type.rank, in->type.dim));
}

void lower_copy_other(Call *c)
{
    Value *self = arg_tensor(c, "self");
    copy_to(c, arg_tensor(c, "src"), arg_out(c, "out", self->type.rank, self->type.dim));
}

void lower_copy_inplace(Call *c)
{
    Value *src = arg_tensor(c, "src");
    copy_to(c, src, arg_out_over(c, "self", src));
}

void lower_pad(Call *c)
{
    int64_t pad[2 * MAX_RANK], before[MAX_RANK] = {0}, after[MAX_RANK] = {0};
    Value *in = arg_tensor(c, "self");
    int n = arg_ints(c, "pad", pad, MAX_RANK), rank = in->type.rank;
    if (n % 2 || n / 2 > rank)
        refuse(c, "%d paddings do not fit a tensor of rank %d", n, rank);
    for (int i = 0; i < n / 2; i++) { /* the last axis comes first */
        before[rank - 1 - i] = pad[2 * i];
        after[rank - 1 - i] = pad[2 * i + 1];
    }
    pad_by(c, in, before, after, "value");
}
