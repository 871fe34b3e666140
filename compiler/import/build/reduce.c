/* SPDX-License-Identifier: 0BSD
 * Reductions over axes. */
#include "import/build/reduce.h"
#include "graph/build.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

#include <string.h>

uint32_t all_axes(int rank)
{
    return (uint32_t)((1ull << rank) - 1);
}

uint32_t arg_axes(Call *c, const char *name, int rank)
{
    int64_t axis[MAX_RANK];
    int n = has_arg(c, name) && arg_given(c, name) ? arg_int_or_ints(c, name, axis) : 0;
    uint32_t axes = 0;
    for (int i = 0; i < n; i++)
        axes |= 1u << wrap_axis(c, axis[i], rank);
    return n && rank ? axes : all_axes(rank);
}

int reduced_dims(const Value *in, uint32_t axes, bool keepdim, Size **dim)
{
    int rank = 0;
    for (int i = 0; i < in->type.rank; i++)
        if (!(axes >> i & 1))
            dim[rank++] = in->type.dim[i];
        else if (keepdim)
            dim[rank++] = size_const(1);
    return rank;
}

Value *with_axes(Call *c, Value *v, const Value *in, uint32_t axes)
{
    int axis[MAX_RANK], from = 0;
    if (v->type.rank == in->type.rank)
        return v;
    for (int i = 0; i < in->type.rank; i++)
        axis[i] = axes >> i & 1 ? -1 : from++;
    return view_axes(c, v, in->type.rank, axis);
}

Step *reduce_step(Call *c, ReduceOp op, const Named *named, Expr *e, uint32_t axes, Value *out)
{
    Value *in[MAX_RANK];
    int n = named_values(named, in);
    Step *s = emit_step(c, K_REDUCE, n, 1);
    memcpy(s->in, in, (size_t)n * sizeof *in);
    s->out[0] = out;
    s->reduce = op;
    s->expr = e;
    s->axes = axes;
    s->keepdim = axes && out->type.rank == in[0]->type.rank;
    step_append(c->block, s);
    return s;
}

void running_along(Call *c, ReduceOp op, Value *in, uint32_t axes, Value *out)
{
    Step *s = emit_step(c, K_SCAN, 1, 1);
    s->in[0] = in;
    s->out[0] = out;
    s->reduce = op;
    s->axes = axes;
    s->expr = expr_cast(expr_in(0, in->type.dtype), loaded_dtype(out));
    step_append(c->block, s);
}

void running_sum(Call *c, Value *in, uint32_t axes, Value *out)
{
    running_along(c, R_SUM, in, axes, out);
}
