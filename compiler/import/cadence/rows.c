/* SPDX-License-Identifier: 0BSD
 * Operators of the cadence library that lay out windows as rows. */
#include "import/cadence/rows.h"
#include "graph/build.h"
#include "graph/pieces.h"
#include "import/build/copy.h"
#include "import/build/move.h"
#include "import/build/window.h"
#include "import/cadence/quantised.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"

#include <string.h>

static Size *times(Size *a, Size *b)
{
    return size_op(S_MUL, a, b);
}

Value *cad_padded(Call *c, Value *planes, const int64_t *before, const int64_t *after, Expr *fill)
{
    Size *dim[MAX_RANK] = {0};
    int64_t front[4] = {0, 0, before[0], before[1]}, back[4] = {0, 0, after[0], after[1]};
    for (int i = 0; i < 4; i++)
        dim[i] = size_op(S_ADD, planes->type.dim[i], size_const(front[i] + back[i]));
    Value *out = value_new(c->g, planes->type.dtype, 4, dim);
    pad_to(c, planes, front, back, fill, out);
    return out;
}

/* Writes each window of the planes as a row, channel by channel or, with `by_place`, position by
 * position: one piece whose reads overlap. */
static void windows_to_rows(Call *c, Value *planes, const Window *w, Size *const count[2],
                            bool by_place, Value *out)
{
    enum { IMAGE, ROW, COLUMN, FIRST, SECOND, THIRD, AXES };
    int channel = by_place ? THIRD : FIRST, y = by_place ? FIRST : SECOND,
        x = by_place ? SECOND : THIRD;
    Size *plane[MAX_RANK], *stride = size_const(1);
    row_strides(planes, plane);
    Step *s = move_step(c, out, 1, &planes, 1);
    Piece *p = s->piece;
    *p = whole_piece(0, out);
    p->rank = AXES;
    p->extent[IMAGE] = planes->type.dim[0];
    p->src_stride[IMAGE] = plane[0];
    p->extent[ROW] = count[0];
    p->src_stride[ROW] = times(plane[2], size_const(w->stride[0]));
    p->extent[COLUMN] = count[1];
    p->src_stride[COLUMN] = times(plane[3], size_const(w->stride[1]));
    p->extent[channel] = planes->type.dim[1];
    p->src_stride[channel] = plane[1];
    p->extent[y] = size_const(w->kernel[0]);
    p->src_stride[y] = times(plane[2], size_const(w->dilation[0]));
    p->extent[x] = size_const(w->kernel[1]);
    p->src_stride[x] = times(plane[3], size_const(w->dilation[1]));
    for (int i = AXES - 1; i >= 0; i--) {
        p->dst_stride[i] = stride;
        stride = times(stride, p->extent[i]);
    }
    append_move(c, s);
}

/* Holds the operand as planes, a signal as planes of one row, and what fills up their padding. */
typedef struct Image {
    Value *planes, *zeros; /* zero points of the images, from which numbers are counted, or NULL */
    Expr *fill;
    Window window;
    bool last;
} Image;

static void read_window(Call *c, Window *w)
{
    conv_window(c, w, 2);
    if (arg_ints(c, "kernel_size", w->kernel, 2) != 2)
        refuse(c, "the kernel's size must name two axes");
    for (int i = 0; i < 2; i++)
        if (w->kernel[i] < 1 || w->kernel[i] > INT16_MAX)
            refuse(c, "kernel_size %lld makes no sense", (long long)w->kernel[i]);
}

static Image arg_image(Call *c)
{
    static const int orders[2][2][4] = {{{0, 1, -1, 2}, {0, 1, 2, 3}},
                                        {{0, 2, -1, 1}, {0, 3, 1, 2}}};
    Image image = {.last = arg_bool(c, "channel_last")};
    Value *in = arg_tensor(c, "input");
    if (in->type.rank != 3)
        need_rank(c, "input", in, 4);
    in = row_major(c, view_axes(c, in, 4, orders[image.last][in->type.rank - 3]));
    read_window(c, &image.window);
    Value *zeros = cad_is_tensor(c, "in_zero_point") ? arg_tensor(c, "in_zero_point") : NULL;
    if (!zeros || value_numel(zeros) == size_const(1)) {
        image.planes = in;
        image.fill = expr_number((double)cad_integer(c, "in_zero_point"), loaded_dtype(in));
        return image;
    }
    need_length(c, "in_zero_point", zeros, in->type.dim[0]);
    cad_least(c, in); /* integers */
    image.zeros = zeros;
    image.planes = map_over(
        c, value_new(c->g, I32, 4, in->type.dim),
        (Named[]){{.name = "x", .value = in},
                  {.name = "zero", .value = view_axes(c, zeros, 4, (int[]){0, -1, -1, -1})},
                  {0}},
        "i32(x) - i32(zero)");
    image.fill = expr_number(0, I32);
    return image;
}

/* Writes the result, [images, windows, numbers of a window]. */
static void image_rows(Call *c, const Image *image, Value *planes, const Window *w,
                       Size *const count[2], bool by_place)
{
    Size *dim[] = {planes->type.dim[0], times(count[0], count[1]),
                   times(planes->type.dim[1], size_const(w->kernel[0] * w->kernel[1]))};
    Value *out = arg_out(c, "out", 3, dim);
    if (!image->zeros) {
        windows_to_rows(c, planes, w, count, by_place, out);
        return;
    }
    Value *rows = value_new(c->g, I32, 3, dim);
    windows_to_rows(c, planes, w, count, by_place, rows);
    map_over(c, out,
             (Named[]){{.name = "x", .value = rows},
                       {.name = "zero", .value = view_axes(c, image->zeros, 3, (int[]){0, -1, -1})},
                       {0}},
             "out(x + i32(zero))");
}

void lower_cad_im2row(Call *c)
{
    Image image = arg_image(c);
    const Window *w = &image.window;
    Size *count[2];
    for (int i = 0; i < 2; i++)
        count[i] = window_size(c, image.planes->type.dim[2 + i], w, i, false);
    image_rows(c, &image, cad_padded(c, image.planes, w->pad, w->pad, image.fill), w, count, false);
}

/* Returns the planes with room between rows and between columns, moved so that windows of a
 * convolution by steps of 1 are those of the transposed one. */
static Value *spread(Call *c, const Image *image, const int64_t *size)
{
    const Window *w = &image->window;
    Value *in = image->planes;
    Size *dim[] = {in->type.dim[0], in->type.dim[1], size_const(size[0]), size_const(size[1])};
    Value *out = value_new(c->g, in->type.dtype, 4, dim);
    Step *s = move_step(c, out, 1, &in, 2);
    s->expr = image->fill;
    s->piece[0] = whole_piece(-1, out);
    Piece *p = &s->piece[1];
    *p = whole_piece(0, in);
    row_strides(in, p->src_stride);
    row_strides(out, p->dst_stride);
    for (int i = 0; i < 2; i++) {
        int64_t at = w->dilation[i] * (w->kernel[i] - 1) - w->pad[i], step = w->stride[i];
        int64_t first = at < 0 ? (-at + step - 1) / step : 0,
                n = known_size(c, in->type.dim[2 + i]);
        int64_t end = at < size[i] ? (size[i] - 1 - at) / step + 1 : 0;
        end = end < n ? end : n;
        p->extent[2 + i] = size_const(end > first ? end - first : 0);
        p->src_offset =
            size_op(S_ADD, p->src_offset, times(p->src_stride[2 + i], size_const(first)));
        p->dst_offset = size_op(S_ADD, p->dst_offset,
                                times(p->dst_stride[2 + i], size_const(first * step + at)));
        p->dst_stride[2 + i] = times(p->dst_stride[2 + i], size_const(step));
    }
    append_move(c, s);
    return out;
}

void lower_cad_transposed_im2row(Call *c)
{
    Image image = arg_image(c);
    Window w = image.window;
    Size *count[2];
    int64_t size[2];
    if (arg_ints(c, "output_padding", w.out_pad, 2) != 2)
        refuse(c, "the output's padding must name two axes");
    for (int i = 0; i < 2; i++) {
        int64_t reach = w.dilation[i] * (w.kernel[i] - 1);
        int64_t n = (known_size(c, image.planes->type.dim[2 + i]) - 1) * w.stride[i] -
                    2 * w.pad[i] + reach + w.out_pad[i] + 1;
        if (n < 1 || n > INT32_MAX)
            refuse(c, "there are no windows");
        count[i] = size_const(n);
        size[i] = n + reach;
    }
    Value *planes = spread(c, &image, size);
    w.stride[0] = w.stride[1] = 1;
    image_rows(c, &image, planes, &w, count, image.last);
}
