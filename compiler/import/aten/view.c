/* SPDX-License-Identifier: 0BSD
 * Operators that show the elements of one tensor in another order or shape: one strided piece. */
#include "graph/build.h"
#include "graph/forced.h"
#include "graph/pieces.h"
#include "import/build/compact.h"
#include "import/build/expr.h"
#include "import/build/move.h"
#include "import/build/numbered.h"
#include "import/build/slice.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"

#include <string.h>

/* Copies the elements in the same order, under another shape. */
static void same_order(Call *c, Value *in, Value *out)
{
    Size *n = value_numel(in), *m = value_numel(out);
    if (size_is_const(n) && size_is_const(m) && n != m)
        refuse(c, "a view changes the number of elements from %lld to %lld",
               (long long)known_size(c, n), (long long)known_size(c, m));
    if (n != m)
        size_force(c->g, n, m);
    Step *s = move_step(c, out, 1, &in, 1);
    s->piece[0] = (Piece){.rank = 1,
                          .extent = {m},
                          .src_offset = size_const(0),
                          .dst_offset = size_const(0),
                          .src_stride = {size_const(1)},
                          .dst_stride = {size_const(1)}};
    append_move(c, s);
}

/* Lowers view, squeeze and unsqueeze: the sizes of a static result are the file's; a dynamic one is
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
        if (in->type.rank == MAX_RANK)
            refuse(c, "the operand has as many axes as there may be");
        int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank + 1);
        for (int i = 0; i <= in->type.rank; i++)
            dim[rank++] = i == axis ? size_const(1) : in->type.dim[i - (i > axis)];
    } else {
        int64_t axis[MAX_RANK];
        uint32_t drop = 0;
        for (int n = arg_int_or_ints(c, "dim", axis), i = 0; i < n; i++)
            drop |= 1u << wrap_axis(c, axis[i], in->type.rank);
        for (int i = 0; i < in->type.rank; i++)
            if (!(drop >> i & 1 && is_one_axis(c, in->type.dim[i])))
                dim[rank++] = in->type.dim[i];
    }
    same_order(c, in, arg_out(c, "out", rank, dim));
}

void lower_permute(Call *c)
{
    permute_named(c, "self", "dims");
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
    for (int i = lead; i < rank; i++) {
        Size *have = in->type.dim[i - lead], *want = out->type.dim[i];
        if (want != have && broadcasts(c, have, want))
            continue;
        need_equal(c, fmt_text("extents of axis %d", i - lead), have, want);
        s->piece[0].src_stride[i] = stride[i - lead];
    }
    append_move(c, s);
}

/* Returns how many of `start`, start + step, ... are below the argument `end` and `n`. */
static Size *computed_count(Call *c, Value *start, Size *n, int64_t step)
{
    Value *end = arg_given(c, "end") ? arg_scalar(c, "end") : NULL;
    Named named[] = {{.name = "start", .value = start},
                     named_size(c, "n", n),
                     named_size(c, "end", n),
                     {.name = "step", .number = (double)step},
                     {0}};
    if (end)
        named[2].value = end;
    else if (arg_given(c, "end"))
        named[2] = named_size(c, "end", arg_size(c, "end"));
    Value *number = map_over(c, value_new(c->g, I64, 0, NULL), named,
                             "(max(min(i64(end) < 0 ? max(i64(end) + i64(n), 0) : i64(end), i64(n))"
                             " - start, 0) + (i64(step) - 1)) / i64(step)");
    return computed_size(c, number, n->hi, true);
}

/* Slices from a position that the program computes; the file says how long the slice is, if it
 * can. */
static void slice_at(Call *c, Value *in, int64_t step)
{
    int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank);
    Size *dim[MAX_RANK] = {0}, *known;
    if (step < 1 || in->type.rank == 0)
        refuse(c, "there is no such slice");
    memcpy(dim, in->type.dim, sizeof dim);
    Value *start = computed_start(c, dim[axis], !has_arg(c, "length"));
    if (has_arg(c, "length"))
        dim[axis] = arg_size(c, "length");
    else if ((known = out_known_dim(c, "out", axis)))
        dim[axis] = known;
    else
        dim[axis] = computed_count(c, start, dim[axis], step);
    need_least(c, "elements of the part", dim[axis], 0);
    slice_at_number(c, in, axis, start, step, arg_out(c, "out", in->type.rank, dim));
}

void lower_slice(Call *c)
{
    Value *in = arg_tensor(c, "self");
    if (is_number(c, "start")) {
        slice_at(c, in, arg_int(c, "step"));
        return;
    }
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
    if (is_number(c, "start")) {
        slice_at(c, in, 1);
        return;
    }
    if (in->type.rank == 0)
        refuse(c, "a number has no axis to narrow");
    Size *n = in->type.dim[axis];
    Size *start = arg_size(c, "start"), *length = arg_size(c, "length"), *dim[MAX_RANK] = {0};
    if (start->lo < 0 && start->hi >= 0)
        refuse(c, "a part whose start may be of either sign is not there yet");
    Size *from = start->lo < 0 ? size_op(S_ADD, n, start) : start;
    need_least(c, "elements before the part", from, 0);
    need_least(c, "elements of the part", length, 0);
    need_least_size(c, "elements of the axis", n, size_op(S_ADD, from, length));
    memcpy(dim, in->type.dim, sizeof dim);
    dim[axis] = length;
    slice_to(c, in, arg_out(c, "out", in->type.rank, dim), axis, from, 1, false);
}

void lower_select(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank);
    Size *dim[MAX_RANK] = {0};
    if (arg_scalar(c, "index") && in->type.rank > 0) {
        int left = drop_axis(in, axis, dim);
        select_at_number(c, in, axis, arg_out(c, "out", left, dim));
        return;
    }
    Size *index = arg_index(c, in, &axis);
    int rank = drop_axis(in, axis, dim);
    slice_to(c, in, arg_out(c, "out", rank, dim), axis, index, 1, true);
}

void lower_unbind(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank);
    if (in->type.rank == 0)
        refuse(c, "a number has no axis to unbind");
    Size *dim[MAX_RANK] = {0};
    int rank = drop_axis(in, axis, dim), n = count_tensors(c, "out");
    need_equal(c, "tensors of the result", in->type.dim[axis], size_const(n));
    for (int i = 0; i < n; i++)
        slice_to(c, in, arg_out_item(c, "out", i, rank, dim), axis, size_const(i), 1, true);
}

/* Splits the axis into `n` pieces of these sizes, which must be all of it. */
static void split(Call *c, Value *in, int axis, int n, Size *const *size)
{
    Size *dim[MAX_RANK] = {0}, *start = size_const(0);
    memcpy(dim, in->type.dim, sizeof dim);
    for (int i = 0; i < n; i++) {
        if (size[i]->hi < 0)
            refuse(c, "a piece of %lld elements", (long long)size[i]->hi);
        dim[axis] = size[i];
        slice_to(c, in, arg_out_item(c, "out", i, in->type.rank, dim), axis, start, 1, false);
        start = size_op(S_ADD, start, size[i]);
    }
    need_equal(c, "the pieces together", start, in->type.dim[axis]);
}

void lower_split_sizes(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank), n = count_tensors(c, "out");
    Size **size = NEW(Size *, n);
    if (in->type.rank == 0 || arg_sizes(c, "split_sizes", size, n) != n)
        refuse(c, "every piece needs its size, and the operand an axis");
    split(c, in, axis, n, size);
}

/* Splits the axis into pieces of `each` elements, of which the last may be smaller. */
static void split_evenly(Call *c, Value *in, int axis, int64_t each)
{
    int n = count_tensors(c, "out");
    if (each <= 0 || n == 0 || in->type.rank == 0)
        refuse(c, "split needs a positive size, a result and an axis");
    Size **size = NEW(Size *, n), *whole = size_const(each), *rest = in->type.dim[axis];
    for (int i = 0; i < n; i++) {
        size[i] = i < n - 1 ? whole : rest;
        rest = size_op(S_ADD, rest, size_const(-each));
    }
    need_equal(c, fmt_text("the last of %d pieces of %lld", n, (long long)each),
               size_op(S_MIN, size[n - 1], whole), size[n - 1]);
    split(c, in, axis, n, size);
}

void lower_split(Call *c)
{
    Value *in = arg_tensor(c, "self");
    split_evenly(c, in, wrap_axis(c, arg_int(c, "dim"), in->type.rank), arg_int(c, "split_size"));
}

void lower_chunk(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank);
    if (in->type.rank == 0)
        refuse(c, "a number has no chunks");
    int64_t chunks = arg_count(c, "chunks", INT32_MAX), n = known_size(c, in->type.dim[axis]);
    split_evenly(c, in, axis, (n + chunks - 1) / chunks);
}

/* Splits the axis into sections; the first ones have one element more where it does not divide. */
void lower_tensor_split(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank), n = count_tensors(c, "out");
    if (in->type.rank == 0 || n == 0 || arg_int(c, "sections") != n)
        refuse(c, "every section needs a result, and the operand an axis");
    Size **size = NEW(Size *, n);
    for (int i = 0; i < n; i++)
        size[i] = size_op(S_FDIV, size_op(S_ADD, in->type.dim[axis], size_const(n - 1 - i)),
                          size_const(n));
    split(c, in, axis, n, size);
}
