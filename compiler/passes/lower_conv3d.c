/* SPDX-License-Identifier: 0BSD
 * Convolutions over three axes, as those over two: the depth's part of the window becomes channels.
 */
#include "lower.h"

#include <string.h>

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

static Size *times(Size *a, Size *b)
{
    return size_op(S_MUL, a, b);
}

/* [O, I, kd, kh, kw] as [O, I * kd, kh, kw], or the other two axes alike. */
static Value *joined_weight(Call *c, Value *weight)
{
    Size *const *d = weight->type.dim;
    return reshaped(c, row_major(c, weight), 4, (Size *[]){d[0], times(d[1], d[2]), d[3], d[4]});
}

/* [N, C, D, H, W] as [N * OD, C * kd, H, W]: for each depth of the result the planes under the
 * window, those in the padding 0. */
static Value *stacked_planes(Call *c, Value *in, const Window *w, Size *depths)
{
    in = row_major(c, in);
    Size *const *d = in->type.dim, *area = times(d[3], d[4]);
    int64_t taps = w->kernel[0], padded = w->pad[0] > 0;
    Size *row = times(d[1], size_const(taps)); /* planes of one depth */
    Value *out =
        value_new(c->g, in->type.dtype, 4, (Size *[]){times(d[0], depths), row, d[3], d[4]});
    Step *s = move_step(c, out, 1, &in, (int)(taps + padded));
    s->expr = expr_number(0, loaded_dtype(in));
    s->piece[0] = whole_piece(-1, out);
    for (int64_t k = 0; k < taps; k++) {
        int64_t at = k * w->dilation[0] - w->pad[0]; /* under the first window */
        int64_t first = at < 0 ? (-at + w->stride[0] - 1) / w->stride[0] : 0;
        int64_t end = at < known_size(c, d[2]) ? (size_value(d[2]) - 1 - at) / w->stride[0] + 1 : 0;
        end = end < size_value(depths) ? end : size_value(depths);
        s->piece[padded + k] = (Piece){
            .src = 0,
            .rank = 4,
            .extent = {d[0], size_const(end > first ? end - first : 0), d[1], area},
            .src_offset = times(area, size_const(first * w->stride[0] + at)),
            .src_stride = {times(times(d[1], d[2]), area), times(area, size_const(w->stride[0])),
                           times(d[2], area), size_const(1)},
            .dst_offset = times(area, size_op(S_ADD, times(row, size_const(first)), size_const(k))),
            .dst_stride = {times(times(row, depths), area), times(row, area),
                           times(size_const(taps), area), size_const(1)}};
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

/* What tap `k` of the depth's window adds to a result at depth axis2: an element of operand k, of
 * which there are `depth`, or nothing. */
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

/* Each plane of the input gives one for each tap of the depth, and those of a depth are added. */
void convolve_volume_transposed(Call *c, Value *in, Value *weight, Value *bias, const Window *w,
                                int64_t groups, Value *out)
{
    enum { MOST_TAPS = 16 };
    Size *const *d = out->type.dim, *depth = in->type.dim[2], *taps = size_const(w->kernel[0]);
    if (w->kernel[0] > MOST_TAPS)
        refuse(c, "transposed convolutions with more than %d taps of depth", MOST_TAPS);
    Window plane = plane_window(w);
    Value *planes = row_major(c, view_axes(c, in, 5, swapped));
    Size *images = times(d[0], depth), *area = times(d[3], d[4]);
    planes = reshaped(c, planes, 4,
                      (Size *[]){images, in->type.dim[1], in->type.dim[3], in->type.dim[4]});
    DType type = loaded_dtype(out);
    Value *parts = value_new(c->g, type, 4, (Size *[]){images, times(d[1], taps), d[3], d[4]});
    conv_into(c, widened(c, planes), widened(c, joined_weight(c, weight)), NULL, &plane, groups,
              true, parts);
    Type part = {.dtype = type, .rank = 5, .dim = {d[0], d[1], depth, d[3], d[4]}};
    Size *row = times(times(d[1], taps), area); /* of all parts of one plane */
    Layout layout = {.stride = {times(depth, row), times(taps, area), row, d[4], size_const(1)}};
    Value *operand[MOST_TAPS + 1];
    int n = 0;
    Expr *sum = NULL;
    for (; n < w->kernel[0]; n++) {
        operand[n] = value_view(c->g, parts, &part, &layout, times(area, size_const(n)));
        Expr *more = tap(w, n, known_size(c, depth), type);
        sum = sum ? expr_new(E_ADD, type, sum, more, NULL) : more;
    }
    if (bias) {
        operand[n] = view_axes(c, bias, 4, (int[]){0, -1, -1, -1});
        sum = expr_new(E_ADD, type, sum, expr_in(n++, loaded_dtype(bias)), NULL);
    }
    emit_lookup(c, out, n, operand, sum);
}
