/* SPDX-License-Identifier: 0BSD
 * Nodes of an XNNPACK delegate's graph: elementwise expressions and moves. */
#include "graph/build.h"
#include "graph/pieces.h"
#include "import/build/copy.h"
#include "import/build/move.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/xnnpack/node.h"

#include <string.h>

void lower_xnn_transpose(Call *c)
{
    XnnTensor in = xnn_tensor(c, "input");
    uint32_t perm[XNN_MAX_RANK];
    int rank = in.value->type.rank, order[XNN_MAX_RANK] = {0};
    uint32_t seen = 0;
    xnn_flags(c, 0);
    xnn_need_same_scale(c, "input", "output");
    xnn_uints(c, "perm", perm, rank);
    for (int i = 0; i < rank; i++) {
        if (perm[i] >= (uint32_t)rank || seen >> perm[i] & 1)
            refuse(c, "axis %u does not exist or comes twice", (unsigned)perm[i]);
        seen |= 1u << perm[i];
        order[i] = in.order[perm[i]];
    }
    xnn_bind(c, "output", in.value, order);
}

void lower_xnn_copy(Call *c)
{
    XnnTensor in = xnn_tensor(c, "input");
    xnn_flags(c, 0);
    xnn_need_same_scale(c, "input", "output");
    xnn_bind(c, "output", in.value, in.order);
}

void lower_xnn_cat(Call *c)
{
    static const char *const names[] = {"input1", "input2", "input3", "input4", "input5"};
    Value *in[5];
    int n = 0;
    uint32_t axis = xnn_uint(c, "axis");
    Size *dim[MAX_RANK] = {0};
    xnn_flags(c, 0);
    for (; n < 5 && has_arg(c, names[n]); n++) {
        xnn_need_same_scale(c, names[n], "output");
        in[n] = xnn_in(c, names[n]);
    }
    int rank = in[0]->type.rank;
    if (axis >= (uint32_t)rank)
        refuse(c, "axis %u does not exist in a tensor of rank %d", (unsigned)axis, rank);
    memcpy(dim, in[0]->type.dim, sizeof dim);
    for (int k = 1; k < n; k++) {
        need_rank(c, names[k], in[k], rank);
        for (int i = 0; i < rank; i++)
            if (i != (int)axis)
                need_equal(c, "extents", in[k]->type.dim[i], dim[i]);
        dim[axis] = size_op(S_ADD, dim[axis], in[k]->type.dim[axis]);
    }
    join(c, n, in, (int)axis, false, xnn_out(c, "output", rank, dim, xnn_same_order));
}

/* Lowers a slice, where an end of 0 is the end of the axis. */
void lower_xnn_slice(Call *c)
{
    Value *in = xnn_in(c, "input");
    uint32_t offset[XNN_MAX_RANK], size[XNN_MAX_RANK];
    int rank = in->type.rank;
    Size *dim[MAX_RANK] = {0}, *stride[MAX_RANK], *at = size_const(0);
    xnn_flags(c, 0);
    xnn_need_same_scale(c, "input", "output");
    xnn_uints(c, "offsets", offset, rank);
    xnn_uints(c, "sizes", size, rank);
    row_strides(in, stride);
    for (int i = 0; i < rank; i++) {
        int64_t end = (int64_t)offset[i] + size[i];
        Size *stop = size_op(S_MIN, size_const(end), in->type.dim[i]);
        need_least(c, fmt_text("elements of axis %d", i), in->type.dim[i], offset[i]);
        dim[i] = end ? size_op(S_ADD, stop, size_const(-(int64_t)offset[i])) : in->type.dim[i];
        at = size_op(S_ADD, at, size_op(S_MUL, stride[i], size_const(offset[i])));
    }
    Value *out = xnn_out(c, "output", rank, dim, xnn_same_order);
    Step *s = move_step(c, out, 1, &in, 1);
    s->piece[0] = whole_piece(0, out);
    memcpy(s->piece[0].src_stride, stride, sizeof stride);
    s->piece[0].src_offset = at;
    append_move(c, s);
}

void lower_xnn_pad(Call *c)
{
    Value *in = xnn_in(c, "input");
    uint32_t pre[XNN_MAX_RANK], post[XNN_MAX_RANK];
    int64_t before[XNN_MAX_RANK] = {0}, after[XNN_MAX_RANK] = {0};
    int rank = in->type.rank;
    Size *dim[MAX_RANK] = {0};
    xnn_flags(c, 0);
    xnn_need_same_scale(c, "input", "output");
    xnn_uints(c, "pre_paddings", pre, rank);
    xnn_uints(c, "post_paddings", post, rank);
    for (int i = 0; i < rank; i++) {
        before[i] = pre[i];
        after[i] = post[i];
        dim[i] = size_op(S_ADD, in->type.dim[i], size_const(before[i] + after[i]));
    }
    Value *out = xnn_out(c, "output", rank, dim, xnn_same_order);
    const XnnValue *v = xnn_value(c, "output");
    float real = xnn_float(c, "padding_value");
    Expr *fill = xnn_is_quantised(v) ? expr_int(xnn_quantised(v, real), out->type.dtype)
                                     : expr_float((double)real, loaded_dtype(out));
    pad_to(c, in, before, after, fill, out);
}

/* Lowers a reshape, where a new axis of 0 elements stands for as many as the operand leaves. */
void lower_xnn_reshape(Call *c)
{
    Value *in = row_major(c, xnn_in(c, "input"));
    uint32_t shape[XNN_MAX_RANK];
    int rank = xnn_uints(c, "new_shape", shape, -1), open = -1;
    Size *dim[MAX_RANK] = {0}, *known = size_const(1);
    xnn_flags(c, 0);
    xnn_need_same_scale(c, "input", "output");
    for (int i = 0; i < rank; i++) {
        dim[i] = size_const((int64_t)shape[i]);
        if (shape[i] == 0 && open >= 0)
            refuse(c, "two axes are left open");
        if (shape[i] == 0)
            open = i;
        else
            known = size_op(S_MUL, known, dim[i]);
    }
    if (open >= 0) {
        dim[open] = size_op(S_FDIV, value_numel(in), known);
        known = size_op(S_MUL, known, dim[open]);
    }
    if (open < 0 || size_is_const(known))
        need_equal(c, "elements", value_numel(in), known);
    xnn_bind(c, "output", reshaped(c, in, rank, dim), xnn_same_order);
}
