/* SPDX-License-Identifier: 0BSD
 * A picture that a step surrounds with zeros, for the one convolution that reads it, is read as it
 * is: the zeros become the convolution's own padding, and no larger copy is made. Frameworks that
 * pad to "the same" size behind strides export such steps. */
#include "transform/paddings.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/rewrite.h"

enum { SPATIAL = 2 }; /* the axes before are the batch and the channels */

/* Does the convolution read the fill as it reads its own padding? That of bytes is the zero point,
 * which stands negated in front of its other numbers. */
static bool is_padding(const Expr *fill, const Step *conv)
{
    const Value *quant = conv->in[CONV_QUANT];
    if (conv->requant == RQ_NONE)
        return expr_is_number(fill, 0);
    return conv->requant != RQ_ROWS && quant && value_is_known(quant) && fill->op == E_CONST &&
           fill->i == -const_element(quant, (int64_t[MAX_RANK]){0}, 1).i;
}

/* Does the move fill its result, which lies in row-major order, and then copy one block of its
 * operand into it? */
static bool surrounds(const Step *move)
{
    const Value *out = move->out[0];
    if (move->npieces != 2 || move->nin != 1 || move->piece[0].src >= 0 || move->piece[1].src < 0 ||
        !layout_is_row_major(out) || !layout_is_row_major(move->in[0]) || !value_is_static(out) ||
        !value_is_static(move->in[0]))
        return false;
    const Piece *whole = &move->piece[0], *block = &move->piece[1];
    bool same = block->rank == out->type.rank && whole->rank == out->type.rank &&
                size_is_const(block->src_offset) && size_is_const(block->dst_offset);
    for (int i = 0; same && i < out->type.rank; i++)
        same = whole->extent[i] == out->type.dim[i] && size_value(out->type.dim[i]) > 0 &&
               size_is_const(block->extent[i]) && block->dst_stride[i] == out->layout.stride[i];
    return same;
}

/* Returns the axis of `whole` that is axis `axis` of its view, or -1. */
static int axis_in_whole(const Value *whole, const Value *view, int axis)
{
    for (int i = 0; i < whole->type.rank; i++)
        if (whole->layout.stride[i] == view->layout.stride[axis] &&
            whole->type.dim[i] == view->type.dim[axis])
            return i;
    return -1;
}

/* Narrows axis `axis` of the view of the move's result, described by type and layout, to what the
 * move copies, and notes what it adds in front as the window's padding. Each window must keep an
 * element that is copied. */
static bool narrow_axis(const Step *move, Window *win, const Value *view, int axis, Type *type,
                        Layout *layout)
{
    const Value *whole = move->out[0];
    const Piece *block = &move->piece[1];
    int64_t room = size_value(view->type.dim[axis]);
    int from = axis_in_whole(whole, view, axis);
    if (from < 0)
        return room == 1;
    int64_t before = size_value(block->dst_offset), copied = size_value(block->extent[from]);
    for (int i = 0; i < from; i++)
        before %= size_value(whole->layout.stride[i]);
    before /= size_value(whole->layout.stride[from]);
    int64_t behind = room - before - copied, in_front = before, reach = 0;
    if (axis >= SPATIAL) {
        int k = axis - SPATIAL;
        reach = win->dilation[k] * (win->kernel[k] - 1);
        in_front = win->pad[k] += before;
    }
    if (copied == 0 || in_front > reach || behind > reach)
        return false;
    type->dim[axis] = block->extent[from];
    layout->stride[axis] = block->src_stride[from];
    return true;
}

static void fold_padding(Graph *g, Step *conv, const OnlyReader *readers)
{
    Value *view = conv->in[CONV_IN], *whole = value_root(view);
    Step *move = whole->def;
    if (!move || move->kind != K_MOVE || conv->transposed || move->block != conv->block ||
        readers->count[whole->id] != 1 || !surrounds(move) || !is_padding(move->expr, conv) ||
        !value_is_static(view) || value_start(view) != 0 || value_numel(view) != value_numel(whole))
        return;
    Window win = conv->win;
    Type type = view->type;
    Layout layout = view->layout;
    for (int i = 0; i < view->type.rank; i++)
        if (!narrow_axis(move, &win, view, i, &type, &layout))
            return;
    Value *picture = value_view(g, move->in[0], &type, &layout, move->piece[1].src_offset);
    bool all = picture->offset == size_const(0) && same_places(picture, picture->view_of);
    conv->in[CONV_IN] = all ? picture->view_of : picture;
    conv->win = win;
    put_source_first(conv, move);
    step_remove(move);
}

void fold_paddings(Graph *g)
{
    OnlyReader readers = only_readers(g);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            if (s->kind == K_CONV)
                fold_padding(g, s, &readers);
}
