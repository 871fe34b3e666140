/* SPDX-License-Identifier: 0BSD
 * Convolutions as steps; those over three axes are sums of convolutions over two. */
#include "import/build/conv.h"
#include "graph/build.h"
#include "graph/patterns.h"
#include "graph/pieces.h"
#include "import/build/copy.h"
#include "import/build/lookup.h"
#include "import/build/move.h"
#include "import/build/window.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

/* Returns how many elements the result of a transposed convolution has along axis `i` of the
 * window, if its operand has `in` of them. */
static Size *reached_size(Call *c, Size *in, const Window *w, int i)
{
    int64_t reach = w->dilation[i] * (w->kernel[i] - 1) + 1;
    Size *first = size_op(S_MUL, size_op(S_ADD, in, size_const(-1)), size_const(w->stride[i]));
    return need_positions(c,
                          size_op(S_ADD, first, size_const(reach + w->out_pad[i] - 2 * w->pad[i])));
}

Step *conv_into(Call *c, Value *in, Value *weight, Value *bias, const Window *w, int64_t groups,
                bool transposed, Value *out)
{
    Step *s = emit_step(c, K_CONV, CONV_OPERANDS, 1);
    s->in[CONV_IN] = in;
    s->in[CONV_WEIGHT] = weight;
    s->in[CONV_BIAS] = bias;
    s->out[0] = out;
    s->win = *w;
    s->groups = groups;
    s->transposed = transposed;
    step_append(c->block, s);
    return s;
}

Value *convolution_out(Call *c, Value *in, Value *weight, Value *bias, const Window *w,
                       int64_t groups, bool transposed)
{
    Size *dim[MAX_RANK] = {in->type.dim[0], weight->type.dim[0]};
    if (transposed)
        dim[1] = size_op(S_MUL, weight->type.dim[1], size_const(groups));
    for (int i = 0; i < w->rank; i++)
        dim[2 + i] = transposed ? reached_size(c, in->type.dim[2 + i], w, i)
                                : window_size(c, in->type.dim[2 + i], w, i, false);
    if (bias)
        need_length(c, "bias", bias, dim[1]);
    return arg_out(c, "out", 2 + w->rank, dim);
}

void need_groups(Call *c, const Value *in, const Value *weight, int64_t groups)
{
    Size *channels = in->type.dim[1];
    if (groups < 1 || groups > INT32_MAX)
        refuse(c, "%lld groups make no sense", (long long)groups);
    need_equal(c, "channels", channels, size_op(S_MUL, weight->type.dim[1], size_const(groups)));
    need_equal(c, "output channels beyond equal groups",
               size_op(S_MOD, weight->type.dim[0], size_const(groups)), size_const(0));
}

Value *convolved(Call *c, Value *in, Value *weight, Value *bias, bool transposed, Value **out)
{
    int rank = in->type.rank - 2;
    if (rank < 1 || rank > 3)
        refuse(c, "convolutions over %d axes are not there yet", rank);
    need_rank(c, "weight", weight, rank + 2);
    Window w = {0};
    conv_window(c, &w, rank);
    kernel_extents(c, &w, weight);
    int64_t groups = arg_int(c, "groups");
    if (rank == 3)
        need_known_volume(c, in);
    if (transposed) {
        window_list(c, "output_padding", rank, 0, w.out_pad, 0);
        need_equal(c, "channels", in->type.dim[1], weight->type.dim[0]);
        if (groups < 1 || known_size(c, weight->type.dim[0]) % groups)
            refuse(c, "the channels do not divide into %lld groups", (long long)groups);
    } else {
        need_groups(c, in, weight, groups);
    }
    *out = convolution_out(c, in, weight, bias, &w, groups, transposed);
    Value *sums = result_as(c, *out, in->type.dtype);
    if (rank < 3)
        conv_into(c, in, weight, bias, &w, groups, transposed, sums);
    else if (transposed)
        convolve_volume_transposed(c, in, weight, bias, &w, groups, sums);
    else
        convolve_volume(c, in, weight, bias, &w, groups, sums);
    return sums;
}

void convolution_by(Call *c, Value *weight, bool transposed)
{
    Value *in = arg_tensor(c, "input"), *bias = arg_maybe(c, "bias"), *out;
    if (dtype_is_int((int)in->type.dtype)) { /* a wrapped sum keeps its low bits */
        in = as_dtype(c, in, I64);
        weight = as_dtype(c, weight, I64);
        bias = bias ? as_dtype(c, bias, I64) : NULL;
    }
    Value *sums = convolved(c, in, weight, bias, transposed, &out);
    narrow_result(c, sums, out);
}

void need_known_volume(Call *c, const Value *in)
{
    for (int i = in->type.rank - 3; i < in->type.rank; i++)
        known_size(c, in->type.dim[i]);
}

Window plane_window(const Window *w)
{
    Window plane = {.rank = 2};
    for (int i = 0; i < 2; i++) {
        plane.kernel[i] = w->kernel[1 + i];
        plane.stride[i] = w->stride[1 + i];
        plane.pad[i] = w->pad[1 + i];
        plane.dilation[i] = w->dilation[1 + i];
        plane.out_pad[i] = w->out_pad[1 + i];
    }
    return plane;
}

Size *size_times(Size *a, Size *b)
{
    return size_op(S_MUL, a, b);
}

/* Joins axes 1 and 2 of the weights, [O, I, kd, kh, kw], to [O, I * kd, kh, kw]; O and I may have
 * changed places. */
static Value *joined_weight(Call *c, Value *weight)
{
    Size *const *d = weight->type.dim;
    return reshaped(c, row_major(c, weight), 4,
                    (Size *[]){d[0], size_times(d[1], d[2]), d[3], d[4]});
}

/* Returns `in`, [N, C, D, H, W], as [N * OD, C * kd, H, W]: for each of the `depths` OD of the
 * result the planes under its window. Planes in the padding are 0. */
static Value *stacked_planes(Call *c, Value *in, const Window *w, Size *depths)
{
    in = row_major(c, in);
    Size *const *d = in->type.dim, *area = size_times(d[3], d[4]);
    int64_t taps = w->kernel[0], padded = w->pad[0] > 0;
    Size *row = size_times(d[1], size_const(taps)); /* planes of one depth */
    Value *out =
        value_new(c->g, in->type.dtype, 4, (Size *[]){size_times(d[0], depths), row, d[3], d[4]});
    Step *s = move_step(c, out, 1, &in, (int)(taps + padded));
    s->expr = expr_number(0, loaded_dtype(in));
    s->piece[0] = whole_piece(-1, out);
    for (int64_t k = 0; k < taps; k++) {
        int64_t at = k * w->dilation[0] - w->pad[0]; /* under the first window */
        int64_t first = at < 0 ? (-at + w->stride[0] - 1) / w->stride[0] : 0;
        int64_t end = at < known_size(c, d[2]) ? (size_value(d[2]) - 1 - at) / w->stride[0] + 1 : 0;
        end = end < size_value(depths) ? end : size_value(depths);
        s->piece[padded + k] =
            (Piece){.src = 0,
                    .rank = 4,
                    .extent = {d[0], size_const(end > first ? end - first : 0), d[1], area},
                    .src_offset = size_times(area, size_const(first * w->stride[0] + at)),
                    .src_stride = {size_times(size_times(d[1], d[2]), area),
                                   size_times(area, size_const(w->stride[0])),
                                   size_times(d[2], area), size_const(1)},
                    .dst_offset = size_times(
                        area, size_op(S_ADD, size_times(row, size_const(first)), size_const(k))),
                    .dst_stride = {size_times(size_times(row, depths), area), size_times(row, area),
                                   size_times(size_const(taps), area), size_const(1)}};
    }
    append_move(c, s);
    return out;
}

static const int swapped[] = {0, 2, 1, 3, 4}; /* channels and depth */

void convolve_volume(Call *c, Value *in, Value *weight, Value *bias, const Window *w,
                     int64_t groups, Value *out)
{
    Size *const *d = out->type.dim;
    Window plane = plane_window(w);
    Value *planes = stacked_planes(c, in, w, d[2]);
    Value *result =
        value_new(c->g, out->type.dtype, 4, (Size *[]){planes->type.dim[0], d[1], d[3], d[4]});
    conv_into(c, planes, joined_weight(c, weight), bias, &plane, groups, false, result);
    Value *volume = reshaped(c, result, 5, (Size *[]){d[0], d[2], d[1], d[3], d[4]});
    copy_to(c, view_axes(c, volume, 5, swapped), out);
}

/* Returns what tap `k` of the depth's window adds to a result at depth axis2: an element of operand
 * `k`, which has `depth` planes, or 0. */
static Expr *tap(const Window *w, int64_t k, int64_t depth, DType type)
{
    Expr *reach =
        i32_op(E_ADD, expr_cast(expr_axis(2), I32), i32_number(w->pad[0] - k * w->dilation[0]));
    Expr *from = i32_op(E_DIV, reach, i32_number(w->stride[0]));
    Expr *back = i32_op(E_MUL, from, i32_number(w->stride[0]));
    Expr *met = expr_new(E_EQ, BOOL, back, reach, NULL);
    met = expr_new(E_AND, BOOL, met, expr_new(E_LE, BOOL, i32_number(0), reach, NULL), NULL);
    met = expr_new(E_AND, BOOL, met, expr_new(E_LT, BOOL, from, i32_number(depth), NULL), NULL);
    Expr *inside = i32_op(E_MIN, i32_op(E_MAX, from, i32_number(0)), i32_number(depth - 1));
    return expr_new(E_SELECT, type, met, element_at(expr_in((int)k, type), 2, inside),
                    expr_float(0, type));
}

/* Convolves each plane of the input once for each tap of the depth, then adds the planes that meet
 * at a depth of the result. */
void convolve_volume_transposed(Call *c, Value *in, Value *weight, Value *bias, const Window *w,
                                int64_t groups, Value *out)
{
    enum { MOST_TAPS = 16 };
    Size *const *d = out->type.dim, *depth = in->type.dim[2], *taps = size_const(w->kernel[0]);
    if (w->kernel[0] > MOST_TAPS)
        refuse(c, "transposed convolutions with more than %d taps of depth", MOST_TAPS);
    Window plane = plane_window(w);
    Value *planes = row_major(c, view_axes(c, in, 5, swapped));
    Size *images = size_times(d[0], depth), *area = size_times(d[3], d[4]);
    planes = reshaped(c, planes, 4,
                      (Size *[]){images, in->type.dim[1], in->type.dim[3], in->type.dim[4]});
    DType type = loaded_dtype(out);
    Value *parts = value_new(c->g, type, 4, (Size *[]){images, size_times(d[1], taps), d[3], d[4]});
    conv_into(c, widened(c, planes), widened(c, joined_weight(c, weight)), NULL, &plane, groups,
              true, parts);
    Type part = {.dtype = type, .rank = 5, .dim = {d[0], d[1], depth, d[3], d[4]}};
    Size *row = size_times(size_times(d[1], taps), area); /* elements of all parts of one plane */
    Layout layout = {
        .stride = {size_times(depth, row), size_times(taps, area), row, d[4], size_const(1)}};
    Value *operand[MOST_TAPS + 1];
    int n = 0;
    Expr *sum = NULL;
    for (; n < w->kernel[0]; n++) {
        operand[n] = value_view(c->g, parts, &part, &layout, size_times(area, size_const(n)));
        Expr *more = tap(w, n, known_size(c, depth), type);
        sum = sum ? expr_new(E_ADD, type, sum, more, NULL) : more;
    }
    if (bias) {
        operand[n] = view_axes(c, bias, 4, (int[]){0, -1, -1, -1});
        sum = expr_new(E_ADD, type, sum, expr_in(n++, loaded_dtype(bias)), NULL);
    }
    emit_lookup(c, out, n, operand, sum);
}
