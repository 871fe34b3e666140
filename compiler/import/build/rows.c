/* SPDX-License-Identifier: 0BSD
 * Rows that a step gathers, scatters or keeps. */
#include "import/build/rows.h"
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/build/sort.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/steps.h"

#include <string.h>

Value *as_row_index(Call *c, Value *v)
{
    if (v->type.dtype != I64 && v->type.dtype != I32)
        refuse(c, "indexing by %s is not there yet", dtype_name((int)v->type.dtype));
    return row_major(c, as_dtype(c, v, I64));
}

Value *arg_as_indices(Call *c, const char *name)
{
    return as_row_index(c, arg_tensor(c, name));
}

Value *with_axis(Call *c, Value *v)
{
    return v->type.rank ? v : reshaped(c, v, 1, (Size *[]){size_const(1)});
}

/* Copies the rows of `in` along `axis` that `index` names to `out`. */
static void gather(Call *c, Value *in, Value *index, int axis, bool from_start, Value *out)
{
    Step *s = emit_step(c, K_GATHER, 2, 1);
    Value *dense = row_major_result(c, out, out->type.dtype);
    s->in[0] = row_major(c, in);
    s->in[1] = as_row_index(c, index);
    s->out[0] = dense;
    s->axis = axis;
    s->from_start = from_start;
    s->effect = true; /* an index out of range ends the call with a status */
    step_append(c->block, s);
    narrow_result(c, dense, out);
}

void gather_rows(Call *c, Value *in, Value *index, int axis, Value *out)
{
    gather(c, in, index, axis, false, out);
}

void gather_rows_from_start(Call *c, Value *in, Value *index, int axis, Value *out)
{
    gather(c, in, index, axis, true, out);
}

void scatter_rows(Call *c, Value *in, Value *index, Value *src, int axis, StepFunction how,
                  Value *out)
{
    Value *from = how != FN_REPLACE ? as_dtype(c, in, kernel_type(in)) : in;
    Value *to = row_major_result(c, out, from->type.dtype);
    Value *operand[] = {row_major(c, from), as_row_index(c, index),
                        row_major(c, as_dtype(c, src, from->type.dtype))};
    Step *s = emit_step(c, K_SCATTER, 3, 1);
    memcpy(s->in, operand, sizeof operand);
    s->out[0] = to;
    s->axis = axis;
    s->fn = how;
    s->effect = true;
    step_append(c->block, s);
    narrow_result(c, to, out);
}

Value *embedding_out(Call *c, const Value *index, Size *columns)
{
    Size *dim[MAX_RANK] = {0};
    if (index->type.rank == MAX_RANK)
        refuse(c, "the index has too many axes");
    memcpy(dim, index->type.dim, sizeof dim);
    dim[index->type.rank] = columns;
    return arg_out(c, "out", index->type.rank + 1, dim);
}

/* Returns `number` as an index of one element: a copy, for it may turn out to be an expression over
 * sizes, which has no bytes. */
Value *one_row_position(Call *c, Value *number)
{
    Size *one = size_const(1);
    return emit_map(c, value_new(c->g, I64, 1, &one), 1, &number, expr_in(0, number->type.dtype));
}

Value *arg_as_index(Call *c, const char *name)
{
    Value *number = arg_scalar(c, name);
    Size *one = size_const(1);
    if (number)
        return one_row_position(c, number);
    return emit_map(c, value_new(c->g, I64, 1, &one), 0, NULL, expr_int(arg_int(c, name), I64));
}
