/* SPDX-License-Identifier: 0BSD
 * Pools as steps. */
#include "import/build/pool.h"
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/build/sort.h"
#include "import/build/window.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/steps.h"

#include <string.h>

void pool_window(Call *c, Window *w, int rank)
{
    int64_t given[3];
    w->rank = rank;
    window_list(c, "kernel_size", rank, 1, w->kernel, 1);
    if (arg_ints(c, "stride", given, 3) > 0)
        window_list(c, "stride", rank, 1, w->stride, 1);
    else
        memcpy(w->stride, w->kernel, sizeof w->stride);
    window_list(c, "padding", rank, 0, w->pad, 0);
    window_list(c, "dilation", rank, 1, w->dilation, 1);
    for (int i = 0; i < rank; i++)
        if (2 * w->pad[i] > w->kernel[i])
            refuse(c, "the padding is more than half the window");
}

void pooled_dims(Call *c, const Window *w, const Value *in, bool ceil_mode, Size **dim)
{
    int first = in->type.rank - w->rank;
    memcpy(dim, in->type.dim, (size_t)first * sizeof *dim);
    for (int i = 0; i < w->rank; i++)
        dim[first + i] = window_size(c, in->type.dim[first + i], w, i, ceil_mode);
}

/* Returns the element type in which a kernel pools `in`. */
static DType pooled_type(const Value *in, PoolOp op)
{
    return in->type.dtype == I8 ? I8 : op == POOL_MAX ? kernel_type(in) : loaded_dtype(in);
}

Step *pool_planes(Call *c, PoolOp op, Value *in, int nin, const Window *w, Value *out,
                  Value *indices)
{
    Step *s = emit_step(c, K_POOL, nin, op == POOL_MAX ? 2 : 1);
    s->pool = op;
    s->win = *w;
    s->in[0] = as_dtype(c, in, pooled_type(in, op));
    s->out[0] = result_as(c, out, pooled_type(in, op));
    if (op == POOL_MAX)
        s->out[1] = indices;
    step_append(c->block, s);
    narrow_result(c, s->out[0], out);
    return s;
}

Value *as_images(Call *c, Value *v)
{
    Size *const *d = v->type.dim;
    if (v->type.rank == 4)
        return v;
    return reshaped(c, row_major(c, v), 4, (Size *[]){size_const(1), d[0], d[1], d[2]});
}

Value *images_out(Call *c, Value *out)
{
    Size *const *d = out->type.dim;
    if (out->type.rank == 4)
        return out;
    return value_new(c->g, out->type.dtype, 4, (Size *[]){size_const(1), d[0], d[1], d[2]});
}

void finish_images(Call *c, Value *images, Value *out)
{
    if (images != out)
        copy_to(c, reshaped(c, images, out->type.rank, out->type.dim), out);
}

Step *pool_step(Call *c, const char *input, PoolOp op, int nin)
{
    Value *in = arg_tensor(c, input), *indices = NULL, *places = NULL;
    int rank = in->type.rank;
    if (rank != 3 && rank != 4)
        refuse(c, "'%s' has rank %d, not 3 or 4", input, rank);
    Window w = {0};
    pool_window(c, &w, 2);
    Size *dim[MAX_RANK] = {0};
    pooled_dims(c, &w, in, arg_bool(c, "ceil_mode"), dim);
    Value *out = arg_out(c, "out", rank, dim), *images = images_out(c, out);
    if (has_arg(c, "indices")) {
        indices = arg_out_indices(c, rank, dim);
        places = images_out(c, indices);
    }
    Step *s = pool_planes(c, op, as_images(c, in), nin, &w, images, places);
    finish_images(c, images, out);
    if (indices)
        finish_images(c, places, indices);
    return s;
}

int64_t arg_divisor(Call *c)
{
    if (!arg_given(c, "divisor_override"))
        return 0;
    int64_t divisor = arg_int(c, "divisor_override");
    if (divisor == 0 || divisor > INT32_MAX || divisor < INT32_MIN)
        refuse(c, "divisor %lld makes no sense", (long long)divisor);
    return divisor;
}
