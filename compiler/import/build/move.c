/* SPDX-License-Identifier: 0BSD
 * Steps that move pieces of tensors. */
#include "import/build/move.h"
#include "graph/build.h"
#include "graph/pieces.h"
#include "import/build/copy.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

Expr *fill_value(Call *c, const char *name, DType type)
{
    if (dtype_is_float((int)type) || arg_is_float(c, name))
        return expr_number(arg_float(c, name), type);
    return expr_int(arg_int(c, name), type);
}

Step *move_step(Call *c, Value *out, int nin, Value *const *in, int npieces)
{
    Step *s = emit_step(c, K_MOVE, nin, 1);
    for (int i = 0; i < nin; i++) {
        if (in[i]->type.dtype != out->type.dtype)
            refuse(c, "elements of type %s do not become %s by moving them",
                   dtype_name((int)in[i]->type.dtype), dtype_name((int)out->type.dtype));
        s->in[i] = in[i];
    }
    s->out[0] = out;
    s->piece = NEW(Piece, npieces);
    s->npieces = npieces;
    return s;
}

void append_move(Call *c, Step *s)
{
    Value *out = s->out[0], *view = NULL;
    drop_empty_pieces(s);
    if (!move_fits(s)) {
        for (int i = 0; i < s->nin; i++)
            s->in[i] = row_major(c, s->in[i]);
        s->out[0] = row_major_result(c, out, out->type.dtype);
        if (!move_fits(s) && move_covers_result(s)) /* more axes than kernels walk along */
            view = view_of_piece(c->g, s);
    }
    if (view)
        copy_to(c, view, s->out[0]);
    else
        step_append(c->block, s);
    narrow_result(c, s->out[0], out);
}

void join(Call *c, int n, Value **in, int axis, bool new_axis, Value *out)
{
    Size *stride[MAX_RANK], *at = size_const(0);
    row_strides(out, stride);
    Step *s = move_step(c, out, n, in, n);
    for (int k = 0; k < n; k++) {
        Piece *p = &s->piece[k];
        Size *from[MAX_RANK];
        row_strides(in[k], from);
        *p = whole_piece(k, in[k]);
        for (int i = 0; i < in[k]->type.rank; i++) {
            p->src_stride[i] = from[i];
            p->dst_stride[i] = stride[i + (new_axis && i >= axis)];
        }
        p->dst_offset = size_op(S_MUL, at, stride[axis]);
        at = size_op(S_ADD, at, new_axis ? size_const(1) : in[k]->type.dim[axis]);
    }
    append_move(c, s);
}

void pad_to(Call *c, Value *in, const int64_t *before, const int64_t *after, Expr *fill, Value *out)
{
    Size *in_stride[MAX_RANK], *out_stride[MAX_RANK];
    int rank = in->type.rank;
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
    s->expr = fill;
    s->piece[0] = whole_piece(-1, out);
    Piece *p = &s->piece[1];
    *p = whole_piece(0, in);
    for (int i = 0; i < rank; i++) {
        int64_t crop_low = before[i] < 0 ? -before[i] : 0, crop_high = after[i] < 0 ? -after[i] : 0;
        p->extent[i] = size_op(S_MAX, size_const(0),
                               size_op(S_ADD, in->type.dim[i], size_const(-crop_low - crop_high)));
        p->src_stride[i] = in_stride[i];
        p->dst_stride[i] = out_stride[i];
        p->src_offset =
            size_op(S_ADD, p->src_offset, size_op(S_MUL, in_stride[i], size_const(crop_low)));
        p->dst_offset =
            size_op(S_ADD, p->dst_offset,
                    size_op(S_MUL, out_stride[i], size_const(before[i] > 0 ? before[i] : 0)));
    }
    append_move(c, s);
}

void pad_by(Call *c, Value *in, const int64_t *before, const int64_t *after, const char *value)
{
    Size *dim[MAX_RANK] = {0};
    for (int i = 0; i < in->type.rank; i++) {
        need_int32(c, "a padding", before[i]);
        need_int32(c, "a padding", after[i]);
        dim[i] = size_op(S_ADD, in->type.dim[i], size_const(before[i] + after[i]));
    }
    Value *out = arg_out(c, "out", in->type.rank, dim);
    pad_to(c, in, before, after, fill_value(c, value, out->type.dtype), out);
}
