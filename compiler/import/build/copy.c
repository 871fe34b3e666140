/* SPDX-License-Identifier: 0BSD
 * Copies: into another element type, or into row-major order. */
#include "import/build/copy.h"
#include "graph/build.h"
#include "import/call/call.h"
#include "import/call/steps.h"

/* Returns `v` with its elements converted to `type`, or `v` itself if it has that type. */
Value *as_dtype(Call *c, Value *v, DType type)
{
    if (v->type.dtype == type)
        return v;
    Value *out = value_new(c->g, type, v->type.rank, v->type.dim);
    if (layout_is_dense(v)) /* a part of something else leaves its gaps behind */
        out->layout = v->layout;
    return emit_map(c, out, 1, &v, expr_in(0, v->type.dtype));
}

void copy_to(Call *c, Value *in, Value *out)
{
    emit_map(c, out, 1, &in, expr_in(0, in->type.dtype));
}

Value *reshaped(Call *c, Value *v, int rank, Size *const *dim)
{
    Value *like = value_new(c->g, v->type.dtype, rank, dim);
    return value_view(c->g, v, &like->type, &like->layout, size_const(0));
}

Value *row_major(Call *c, Value *v)
{
    if (layout_is_row_major(v))
        return v;
    Value *out = value_new(c->g, v->type.dtype, v->type.rank, v->type.dim);
    copy_to(c, v, out);
    return out;
}

Value *widened(Call *c, Value *v)
{
    return as_dtype(c, v, loaded_dtype(v));
}

Value *result_as(Call *c, Value *out, DType type)
{
    if (type == out->type.dtype)
        return out;
    Value *v = value_new(c->g, type, out->type.rank, out->type.dim);
    v->layout = out->layout;
    return v;
}

Value *row_major_result(Call *c, Value *out, DType type)
{
    if (type == out->type.dtype && layout_is_row_major(out))
        return out;
    return value_new(c->g, type, out->type.rank, out->type.dim);
}

Value *wide_result(Call *c, Value *out)
{
    return result_as(c, out, loaded_dtype(out));
}

void narrow_result(Call *c, Value *wide, Value *out)
{
    if (wide != out)
        copy_to(c, wide, out);
}
