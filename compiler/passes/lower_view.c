/* SPDX-License-Identifier: 0BSD
 * Operators that show the elements of one tensor in another order or shape: one strided piece. */
#include "lower.h"

#include <string.h>

/* Same elements in the same order, under another shape. */
static void same_order(Call *c, Value *in, Value *out)
{
    Size *n = value_numel(in), *m = value_numel(out);
    if (size_is_const(n) && size_is_const(m) && n != m)
        refuse(c, "a view changes the number of elements from %lld to %lld",
               (long long)size_value(n), (long long)size_value(m));
    Step *s = move_step(c, out, 1, &in, 1);
    s->piece[0] = (Piece){.rank = 1,
                          .extent = {m},
                          .src_offset = size_const(0),
                          .dst_offset = size_const(0),
                          .src_stride = {size_const(1)},
                          .dst_stride = {size_const(1)}};
    step_append(c->block, s);
}

/* view, squeeze and unsqueeze: the sizes of a static result are the file's; a dynamic one is
 * spelt out by the arguments. */
void lower_reshape(Call *c)
{
    Value *in = arg_tensor(c, "self");
    Size *dim[MAX_RANK] = {0};
    int rank = 0;
    if (has_arg(c, "size")) {
        rank = arg_sizes(c, "size", dim, MAX_RANK);
        int infer = -1;
        Size *rest = size_const(1);
        for (int i = 0; i < rank; i++)
            if (size_is_const(dim[i]) && size_value(dim[i]) == -1)
                infer = i;
            else
                rest = size_op(S_MUL, rest, dim[i]);
        if (infer >= 0)
            dim[infer] = size_op(S_FDIV, value_numel(in), rest);
    } else if (strstr(c->row->name, "unsqueeze")) {
        int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank + 1);
        for (int i = 0; i <= in->type.rank; i++)
            dim[rank++] = i == axis ? size_const(1) : in->type.dim[i - (i > axis)];
    } else {
        int64_t axis[MAX_RANK];
        uint32_t drop = 0;
        for (int n = arg_int_or_ints(c, "dim", axis), i = 0; i < n; i++)
            drop |= 1u << wrap_axis(c, axis[i], in->type.rank);
        for (int i = 0; i < in->type.rank; i++)
            if (!(drop >> i & 1 && in->type.dim[i] == size_const(1)))
                dim[rank++] = in->type.dim[i];
    }
    same_order(c, in, arg_out(c, "out", rank, dim));
}

static void permute_by(Call *c, Value *in, const int64_t *axis)
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
    step_append(c->block, s);
}

static void permute_named(Call *c, const char *in, const char *axes)
{
    int64_t axis[MAX_RANK];
    Value *v = arg_tensor(c, in);
    if (arg_ints(c, axes, axis, MAX_RANK) != v->type.rank)
        refuse(c, "the number of axes is not the operand's rank");
    permute_by(c, v, axis);
}

void lower_permute(Call *c)
{
    permute_named(c, "self", "dims");
}

void lower_cm_permute(Call *c)
{
    permute_named(c, "input", "perm");
}

void lower_transpose_axes(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int64_t axis[MAX_RANK];
    int a = wrap_axis(c, arg_int(c, "dim0"), in->type.rank);
    int b = wrap_axis(c, arg_int(c, "dim1"), in->type.rank);
    for (int i = 0; i < in->type.rank; i++)
        axis[i] = i == a ? b : i == b ? a : i;
    permute_by(c, in, axis);
}

void lower_transpose(Call *c)
{
    Value *in = arg_tensor(c, "self");
    if (in->type.rank > 2)
        refuse(c, "t() takes at most two axes");
    permute_by(c, in, in->type.rank == 2 ? (int64_t[]){1, 0} : (int64_t[]){0, 1});
}

void lower_expand(Call *c)
{
    Value *in = arg_tensor(c, "self");
    Size *dim[MAX_RANK] = {0}, *stride[MAX_RANK];
    int rank = arg_sizes(c, "size", dim, MAX_RANK), lead = rank - in->type.rank;
    if (lead < 0)
        refuse(c, "the new shape has fewer axes than the operand");
    for (int i = lead; i < rank; i++)
        if (size_is_const(dim[i]) && size_value(dim[i]) == -1)
            dim[i] = in->type.dim[i - lead];
    Value *out = arg_out(c, "out", rank, dim);
    Step *s = move_step(c, out, 1, &in, 1);
    s->piece[0] = whole_piece(0, out);
    row_strides(in, stride);
    for (int i = lead; i < rank; i++)
        if (in->type.dim[i - lead] == out->type.dim[i])
            s->piece[0].src_stride[i] = stride[i - lead];
        else if (in->type.dim[i - lead] != size_const(1))
            refuse(c, "axis %d of the operand does not expand", i - lead);
    step_append(c->block, s);
}

/* One slice of `in` along `axis` becomes the whole of `out`. */
static void slice_to(Call *c, Value *in, Value *out, int axis, Size *start, int64_t step,
                     bool drop_axis)
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
    step_append(c->block, s);
}

Value *slice_of(Call *c, Value *in, int axis, int64_t start, int64_t count)
{
    Size *dim[MAX_RANK] = {0};
    memcpy(dim, in->type.dim, sizeof dim);
    dim[axis] = size_const(count);
    Value *out = value_new(c->g, in->type.dtype, in->type.rank, dim);
    slice_to(c, in, out, axis, size_const(start), 1, false);
    return out;
}

/* Position `at` of an axis of `n` elements, negative from its end, kept within [0, n]. */
static Size *clamp_index(Size *at, Size *n)
{
    if (at->lo < 0 && at->hi >= 0)
        return NULL; /* the sign decides what it means */
    if (at->lo < 0)
        return size_op(S_MAX, size_const(0), size_op(S_ADD, n, at));
    return size_op(S_MIN, at, n);
}

Slice arg_slice(Call *c, const Value *v)
{
    Slice s = {.axis = wrap_axis(c, arg_int(c, "dim"), v->type.rank), .step = arg_int(c, "step")};
    if (s.step <= 0)
        refuse(c, "the step of a slice must be positive");
    if (v->type.rank == 0)
        refuse(c, "a 0-d tensor has no slices");
    Size *n = v->type.dim[s.axis], *zero = size_const(0), *end = n;
    s.start = arg_given(c, "start") ? clamp_index(arg_size(c, "start"), n) : zero;
    if (arg_given(c, "end"))
        end = clamp_index(arg_size(c, "end"), n);
    if (!s.start || !end)
        refuse(c, "a slice whose bounds may be of either sign is not there yet");
    Size *span = size_op(S_MAX, zero, size_op(S_ADD, end, size_op(S_MUL, s.start, size_const(-1))));
    s.count = size_op(S_FDIV, size_op(S_ADD, span, size_const(s.step - 1)), size_const(s.step));
    return s;
}

Size *arg_index(Call *c, const Value *v, int *axis)
{
    *axis = wrap_axis(c, arg_int(c, "dim"), v->type.rank);
    if (v->type.rank == 0 || !size_is_const(v->type.dim[*axis]))
        refuse(c, "an index needs an axis whose size is known");
    int64_t n = size_value(v->type.dim[*axis]), index = arg_int(c, "index");
    if (index < -n || index >= n)
        refuse(c, "index %lld is outside an axis of %lld elements", (long long)index, (long long)n);
    return size_const(index < 0 ? index + n : index);
}

void lower_slice(Call *c)
{
    Value *in = arg_tensor(c, "self");
    Slice s = arg_slice(c, in);
    Size *dim[MAX_RANK] = {0};
    memcpy(dim, in->type.dim, sizeof dim);
    dim[s.axis] = s.count;
    slice_to(c, in, arg_out(c, "out", in->type.rank, dim), s.axis, s.start, s.step, false);
}

void lower_narrow(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank);
    if (in->type.rank == 0 || !size_is_const(in->type.dim[axis]))
        refuse(c, "narrowing an axis whose size is known only at run time is not there yet");
    int64_t n = size_value(in->type.dim[axis]), start = arg_int(c, "start");
    int64_t length = arg_int(c, "length");
    start = start < 0 ? start + n : start;
    if (start < 0 || length < 0 || start > n - length)
        refuse(c, "the part lies outside an axis of %lld elements", (long long)n);
    Size *dim[MAX_RANK] = {0};
    memcpy(dim, in->type.dim, sizeof dim);
    dim[axis] = size_const(length);
    slice_to(c, in, arg_out(c, "out", in->type.rank, dim), axis, size_const(start), 1, false);
}

/* The shape without one axis. */
static int drop_axis(const Value *v, int axis, Size **dim)
{
    int rank = 0;
    for (int i = 0; i < v->type.rank; i++)
        if (i != axis)
            dim[rank++] = v->type.dim[i];
    return rank;
}

void lower_select(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis;
    Size *index = arg_index(c, in, &axis), *dim[MAX_RANK];
    int rank = drop_axis(in, axis, dim);
    slice_to(c, in, arg_out(c, "out", rank, dim), axis, index, 1, true);
}

void lower_unbind(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank);
    if (in->type.rank == 0 || !size_is_const(in->type.dim[axis]))
        refuse(c, "unbinding needs an axis whose size is known");
    Size *dim[MAX_RANK] = {0};
    int rank = drop_axis(in, axis, dim);
    for (int i = 0; i < size_value(in->type.dim[axis]); i++)
        slice_to(c, in, arg_out_item(c, "out", i, rank, dim), axis, size_const(i), 1, true);
}

static void split_at(Call *c, Value *in, int axis, int n, const int64_t *size)
{
    int64_t start = 0;
    for (int i = 0; i < n; i++) {
        Size *dim[MAX_RANK] = {0};
        memcpy(dim, in->type.dim, sizeof dim);
        dim[axis] = size_const(size[i]);
        slice_to(c, in, arg_out_item(c, "out", i, in->type.rank, dim), axis, size_const(start), 1,
                 false);
        start += size[i];
    }
    if (!size_is_const(in->type.dim[axis]) || start != size_value(in->type.dim[axis]))
        refuse(c, "the pieces do not add up to the axis");
}

void lower_split_sizes(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int64_t size[MAX_RANK];
    int n = arg_ints(c, "split_sizes", size, MAX_RANK);
    split_at(c, in, wrap_axis(c, arg_int(c, "dim"), in->type.rank), n, size);
}

void lower_split(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank);
    int64_t each = arg_int(c, "split_size");
    if (each <= 0 || in->type.rank == 0 || !size_is_const(in->type.dim[axis]))
        refuse(c, "split needs a positive size and an axis whose size is known");
    int64_t n = size_value(in->type.dim[axis]), count = (n + each - 1) / each;
    int64_t *size = NEW(int64_t, count);
    for (int64_t i = 0; i < count; i++)
        size[i] = n - i * each < each ? n - i * each : each;
    split_at(c, in, axis, (int)count, size);
}

/* -- one piece with strides of its own -- */

/* The whole result, one axis after the other, from `in` at `offset`. */
static void strided(Call *c, Value *in, int rank, Size *const *dim, Size *offset,
                    Size *const *stride)
{
    Value *out = arg_out(c, "out", rank, dim);
    Step *s = move_step(c, out, 1, &in, 1);
    s->piece[0] = whole_piece(0, out);
    s->piece[0].src_offset = offset;
    memcpy(s->piece[0].src_stride, stride, (size_t)rank * sizeof *stride);
    step_append(c->block, s);
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
    int a = wrap_axis(c, arg_int(c, "dim1"), in->type.rank);
    int b = wrap_axis(c, arg_int(c, "dim2"), in->type.rank), rank = 0;
    if (a == b || !size_is_const(in->type.dim[a]) || !size_is_const(in->type.dim[b]))
        refuse(c, "a diagonal needs two axes whose sizes are known");
    int64_t offset = arg_int(c, "offset"), below = offset < 0 ? -offset : 0;
    int64_t rows = size_value(in->type.dim[a]) - below;
    int64_t columns = size_value(in->type.dim[b]) - offset - below,
            n = rows < columns ? rows : columns;
    Size *dim[MAX_RANK] = {0}, *stride[MAX_RANK], *from[MAX_RANK];
    row_strides(in, from);
    for (int i = 0; i < in->type.rank; i++)
        if (i != a && i != b) {
            dim[rank] = in->type.dim[i];
            stride[rank++] = from[i];
        }
    dim[rank] = size_const(n > 0 ? n : 0);
    stride[rank++] = size_op(S_ADD, from[a], from[b]);
    Size *at = offset < 0 ? size_op(S_MUL, from[a], size_const(below))
                          : size_op(S_MUL, from[b], size_const(offset));
    strided(c, in, rank, dim, at, stride);
}

/* Windows of `size` elements, `step` apart, as a last axis. */
void lower_unfold(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis = wrap_axis(c, arg_int(c, "dimension"), in->type.rank), rank = in->type.rank;
    int64_t size = arg_int(c, "size"), step = arg_int(c, "step");
    if (rank == 0 || size < 0 || step <= 0 || in->type.dim[axis]->lo < size)
        refuse(c, "windows of %lld elements, %lld apart, do not fit", (long long)size,
               (long long)step);
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
    if (offset->lo < 0 || (!empty && last->hi >= value_numel(in)->lo))
        refuse(c, "the strides lead out of the operand");
    strided(c, in, rank, dim, offset, stride);
}

/* Two axes for each of the result: which copy, and where in it. */
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
    step_append(c->block, s);
}

/* [.., C r r, H, W] and [.., C, H r, W r]: the same elements, `up` says which way. */
static void shuffle(Call *c, const char *factor, bool up)
{
    Value *in = arg_tensor(c, "self");
    int64_t r = arg_int(c, factor);
    int rank = in->type.rank, at = rank - 3;
    if (rank < 3 || r < 1 || r > INT16_MAX)
        refuse(c, "a factor of %lld for a tensor of rank %d", (long long)r, rank);
    Size *dim[MAX_RANK] = {0}, *by = size_const(r), *square = size_const(r * r);
    memcpy(dim, in->type.dim, sizeof dim);
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
    step_append(c->block, s);
}

void lower_pixel_shuffle(Call *c)
{
    shuffle(c, "upscale_factor", true);
}

void lower_pixel_unshuffle(Call *c)
{
    shuffle(c, "downscale_factor", false);
}
