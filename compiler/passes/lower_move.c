/* SPDX-License-Identifier: 0BSD
 * Operators that only move elements: strided pieces over row-major positions. */
#include "lower.h"

#include <string.h>

void row_strides(const Value *v, Size **stride)
{
    Size *n = size_const(1);
    for (int i = v->type.rank; i-- > 0;) {
        stride[i] = n;
        n = size_op(S_MUL, n, v->type.dim[i]);
    }
}

static Step *move_step(Call *c, Value *out, int nin, Value *const *in, int npieces)
{
    Step *s = emit_step(c, K_MOVE, nin, 1);
    for (int i = 0; i < nin; i++)
        s->in[i] = in[i];
    s->out[0] = out;
    s->piece = NEW(Piece, npieces);
    s->npieces = npieces;
    return s;
}

/* The whole of `out` from operand `src`, with the strides still to be set. */
static Piece whole(int src, const Value *out)
{
    Piece p = {.src = src, .rank = out->type.rank, .src_offset = size_const(0),
               .dst_offset = size_const(0)};
    for (int i = 0; i < p.rank; i++) {
        p.extent[i] = out->type.dim[i];
        p.src_stride[i] = size_const(0);
    }
    row_strides(out, p.dst_stride);
    return p;
}

/* Same elements in the same order, under another shape. */
static void same_order(Call *c, Value *in, Value *out)
{
    Size *n = value_numel(in), *m = value_numel(out);
    if (size_is_const(n) && size_is_const(m) && n != m)
        refuse(c, "a view changes the number of elements from %lld to %lld",
               (long long)size_value(n), (long long)size_value(m));
    Step *s = move_step(c, out, 1, &in, 1);
    s->piece[0] = (Piece){.rank = 1, .extent = {m}, .src_offset = size_const(0),
                          .dst_offset = size_const(0), .src_stride = {size_const(1)},
                          .dst_stride = {size_const(1)}};
    step_append(c->block, s);
}

/* view, squeeze and unsqueeze: the sizes of a static result are the file's; a dynamic one is
 * spelt out by the arguments. */
void lower_reshape(Call *c)
{
    Value *in = arg_tensor(c, "self");
    Size *dim[MAX_RANK];
    int rank = 0;
    if (has_arg(c, "size")) {
        rank = arg_sizes(c, "size", dim, MAX_RANK);
        int infer = -1;
        Size *rest = size_const(1);
        for (int i = 0; i < rank; i++) {
            if (size_is_const(dim[i]) && size_value(dim[i]) == -1)
                infer = i;
            else
                rest = size_op(S_MUL, rest, dim[i]);
        }
        if (infer >= 0)
            dim[infer] = size_op(S_FDIV, value_numel(in), rest);
    } else if (strstr(c->row->name, "unsqueeze")) {
        int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank + 1);
        for (int i = 0; i <= in->type.rank; i++)
            dim[rank++] = i == axis ? size_const(1) : in->type.dim[i - (i > axis)];
    } else {
        int64_t axis[MAX_RANK];
        uint32_t drop = 0;
        for (int n = arg_ints(c, "dim", axis, MAX_RANK), i = 0; i < n; i++)
            drop |= 1u << wrap_axis(c, axis[i], in->type.rank);
        for (int i = 0; i < in->type.rank; i++)
            if (!(drop >> i & 1 && in->type.dim[i] == size_const(1)))
                dim[rank++] = in->type.dim[i];
    }
    same_order(c, in, arg_out(c, "out", rank, dim));
}

/* et_view: the result shares the operand's bytes. */
void lower_view_slot(Call *c)
{
    lower_reshape(c);
}

static void permute_by(Call *c, Value *in, const int64_t *axis)
{
    Size *dim[MAX_RANK], *stride[MAX_RANK];
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
    s->piece[0] = whole(0, out);
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
    Size *dim[MAX_RANK], *stride[MAX_RANK];
    int rank = arg_sizes(c, "size", dim, MAX_RANK), lead = rank - in->type.rank;
    if (lead < 0)
        refuse(c, "the new shape has fewer axes than the operand");
    for (int i = lead; i < rank; i++)
        if (size_is_const(dim[i]) && size_value(dim[i]) == -1)
            dim[i] = in->type.dim[i - lead];
    Value *out = arg_out(c, "out", rank, dim);
    Step *s = move_step(c, out, 1, &in, 1);
    s->piece[0] = whole(0, out);
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
    *p = whole(0, out);
    p->src_offset = size_op(S_MUL, start, stride[axis]);
    for (int i = 0, j = 0; i < in->type.rank; i++) {
        if (drop_axis && i == axis)
            continue;
        p->src_stride[j++] = i == axis ? size_op(S_MUL, stride[i], size_const(step)) : stride[i];
    }
    step_append(c->block, s);
}

static int64_t clamp_index(int64_t i, int64_t n)
{
    i = i < 0 ? i + n : i;
    return i < 0 ? 0 : i > n ? n : i;
}

void lower_slice(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank);
    int64_t step = arg_int(c, "step");
    if (step <= 0)
        refuse(c, "the step of a slice must be positive");
    if (in->type.rank == 0 || !size_is_const(in->type.dim[axis]))
        refuse(c, "a slice of an axis whose size is known only at run time");
    int64_t n = size_value(in->type.dim[axis]);
    int64_t start = arg_given(c, "start") ? clamp_index(arg_int(c, "start"), n) : 0;
    int64_t end = arg_given(c, "end") ? clamp_index(arg_int(c, "end"), n) : n;
    Size *dim[MAX_RANK];
    memcpy(dim, in->type.dim, sizeof dim);
    dim[axis] = size_const(end > start ? (end - start + step - 1) / step : 0);
    slice_to(c, in, arg_out(c, "out", in->type.rank, dim), axis, size_const(start), step, false);
}

void lower_select(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank);
    if (in->type.rank == 0 || !size_is_const(in->type.dim[axis]))
        refuse(c, "select needs an axis whose size is known");
    int64_t n = size_value(in->type.dim[axis]), index = arg_int(c, "index");
    if (index < -n || index >= n)
        refuse(c, "index %lld is outside an axis of %lld elements", (long long)index, (long long)n);
    Size *dim[MAX_RANK];
    for (int i = 0, j = 0; i < in->type.rank; i++)
        if (i != axis)
            dim[j++] = in->type.dim[i];
    Value *out = arg_out(c, "out", in->type.rank - 1, dim);
    slice_to(c, in, out, axis, size_const(index < 0 ? index + n : index), 1, true);
}

static void split_at(Call *c, Value *in, int axis, int n, const int64_t *size)
{
    int64_t start = 0;
    for (int i = 0; i < n; i++) {
        Size *dim[MAX_RANK];
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

static bool is_nothing(const Value *v) /* cat skips empty 1-d tensors whatever their rank says */
{
    return v->type.rank == 1 && v->type.dim[0] == size_const(0);
}

/* Puts operand k at `at` along `axis` of the result. With `new_axis`, operands lack that axis. */
static void join(Call *c, int n, Value **in, int axis, bool new_axis, Value *out)
{
    Size *stride[MAX_RANK], *at = size_const(0);
    row_strides(out, stride);
    Step *s = move_step(c, out, n, in, n);
    for (int k = 0; k < n; k++) {
        Piece *p = &s->piece[k];
        Size *from[MAX_RANK];
        row_strides(in[k], from);
        *p = whole(k, in[k]);
        for (int i = 0; i < in[k]->type.rank; i++) {
            p->src_stride[i] = from[i];
            p->dst_stride[i] = stride[i + (new_axis && i >= axis)];
        }
        p->dst_offset = size_op(S_MUL, at, stride[axis]);
        at = size_op(S_ADD, at, new_axis ? size_const(1) : in[k]->type.dim[axis]);
    }
    step_append(c->block, s);
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
    int axis = wrap_axis(c, arg_int(c, "dim"), in[0]->type.rank);
    Size *dim[MAX_RANK];
    memcpy(dim, in[0]->type.dim, sizeof dim);
    for (int k = 1; k < used; k++) {
        if (in[k]->type.rank != in[0]->type.rank)
            refuse(c, "the operands have different ranks");
        for (int i = 0; i < in[0]->type.rank; i++)
            if (i != axis && in[k]->type.dim[i] != dim[i])
                refuse(c, "the operands differ in axis %d", i);
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
    if (n == 0)
        refuse(c, "there is nothing to stack");
    int rank = in[0]->type.rank + 1, axis = wrap_axis(c, arg_int(c, "dim"), rank);
    Size *dim[MAX_RANK];
    for (int i = 0; i < rank; i++)
        dim[i] = i == axis ? size_const(n) : in[0]->type.dim[i - (i > axis)];
    for (int k = 1; k < n; k++)
        for (int i = 0; i < rank - 1; i++)
            if (in[k]->type.rank != rank - 1 || in[k]->type.dim[i] != in[0]->type.dim[i])
                refuse(c, "the operands have different shapes");
    Value *out = arg_out(c, "out", rank, dim);
    for (int k = 0; k < n; k++)
        in[k] = as_dtype(c, in[k], out->type.dtype);
    join(c, n, in, axis, true, out);
}

/* Elements converted to another type, where that differs. */
Value *as_dtype(Call *c, Value *v, DType type)
{
    if (v->type.dtype == type)
        return v;
    Value *out = value_new(c->g, type, v->type.rank, v->type.dim);
    out->layout = v->layout;
    return emit_map(c, out, 1, &v, expr_in(0, v->type.dtype));
}

/* Copies, also into another element type or order of the axes: elementwise, so that it fuses. */
static void copy_to(Call *c, Value *in, Value *out)
{
    emit_map(c, out, 1, &in, expr_in(0, in->type.dtype));
}

void lower_copy(Call *c)
{
    Value *in = arg_tensor(c, "self");
    copy_to(c, in, arg_out(c, "out", in->type.rank, in->type.dim));
}

void lower_copy_other(Call *c)
{
    Value *self = arg_tensor(c, "self");
    copy_to(c, arg_tensor(c, "src"), arg_out(c, "out", self->type.rank, self->type.dim));
}

void lower_copy_inplace(Call *c)
{
    Value *self = arg_tensor(c, "self");
    copy_to(c, arg_tensor(c, "src"), arg_out(c, "self", self->type.rank, self->type.dim));
}

/* Fills the result, then copies the operand into its middle; negative padding crops. */
static void pad_by(Call *c, Value *in, const int64_t *before, const int64_t *after,
                   const char *value)
{
    Size *dim[MAX_RANK] = {0}, *in_stride[MAX_RANK], *out_stride[MAX_RANK];
    int rank = in->type.rank;
    for (int i = 0; i < rank; i++)
        dim[i] = size_op(S_ADD, in->type.dim[i], size_const(before[i] + after[i]));
    Value *out = arg_out(c, "out", rank, dim);
    bool nothing = true;
    for (int i = 0; i < rank; i++)
        nothing &= before[i] == 0 && after[i] == 0;
    if (nothing) {
        copy_to(c, in, out);
        return;
    }
    row_strides(in, in_stride);
    row_strides(out, out_stride);
    Step *s = move_step(c, out, 1, &in, 2);
    s->expr = fill_value(c, value, out->type.dtype);
    s->piece[0] = whole(-1, out);
    Piece *p = &s->piece[1];
    *p = whole(0, in);
    for (int i = 0; i < rank; i++) {
        int64_t crop_low = before[i] < 0 ? -before[i] : 0, crop_high = after[i] < 0 ? -after[i] : 0;
        p->extent[i] = size_op(S_MAX, size_const(0),
                               size_op(S_ADD, in->type.dim[i], size_const(-crop_low - crop_high)));
        p->src_stride[i] = in_stride[i];
        p->dst_stride[i] = out_stride[i];
        p->src_offset = size_op(S_ADD, p->src_offset,
                                size_op(S_MUL, in_stride[i], size_const(crop_low)));
        p->dst_offset = size_op(S_ADD, p->dst_offset,
                                size_op(S_MUL, out_stride[i],
                                        size_const(before[i] > 0 ? before[i] : 0)));
    }
    step_append(c->block, s);
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

/* The reference calls a tensor channels-last also where both orders are the same bytes. */
static bool is_channels_last(const Value *v)
{
    const Size *one = size_const(1);
    Size *const *dim = v->type.dim;
    return dim[1] == one || (dim[2] == one && dim[3] == one) || v->layout.stride[1] == one;
}

/* Paddings of four axes in memory order; a channels-last tensor's memory is NHWC. */
void lower_cm_pad(Call *c)
{
    int64_t pre[4], post[4], before[MAX_RANK] = {0}, after[MAX_RANK] = {0};
    Value *in = arg_tensor(c, "input");
    int rank = in->type.rank;
    if (arg_ints(c, "pre_pad", pre, 4) != 4 || arg_ints(c, "post_pad", post, 4) != 4 || rank > 4)
        refuse(c, "the padding must name four axes");
    static const int nhwc[4] = {0, 3, 1, 2};
    bool last = rank == 4 && is_channels_last(in);
    for (int i = 0; i < rank; i++) {
        int from = last ? nhwc[i] : 4 - rank + i;
        before[i] = pre[from];
        after[i] = post[from];
    }
    pad_by(c, in, before, after, "pad_value");
}
