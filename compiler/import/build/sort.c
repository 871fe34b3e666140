/* SPDX-License-Identifier: 0BSD
 * Elements in their order along an axis. */
#include "import/build/sort.h"
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/call/call.h"
#include "import/call/steps.h"

DType kernel_type(const Value *in)
{
    DType type = loaded_dtype(in);
    return dtype_is_float((int)type) || type == I64 ? type : I32;
}

void order_into(Call *c, Value *in, int axis, bool largest, Value *values, Value *indices)
{
    DType type = kernel_type(in);
    Step *s = emit_step(c, K_SORT, 1, 2);
    s->in[0] = row_major(c, as_dtype(c, in, type));
    s->out[0] = row_major_result(c, values, type);
    s->out[1] = row_major_result(c, indices, I64);
    s->axis = axis;
    s->largest = largest;
    step_append(c->block, s);
    narrow_result(c, s->out[0], values);
    narrow_result(c, s->out[1], indices);
}
