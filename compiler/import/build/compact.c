/* SPDX-License-Identifier: 0BSD
 * Rows for which a mask holds, and sizes that the program computes. */
#include "import/build/compact.h"
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/build/reduce.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/steps.h"

#include <string.h>

Size *computed_size(Call *c, Value *number, int64_t most, bool counted)
{
    Step *s = step_size(c->g, number, most, counted);
    s->source = call_source(c);
    step_append(c->block, s);
    return s->size;
}

/* Returns the number of true elements of `mask` as a size. Each adds 1, whatever byte stands for
 * true. */
Size *count_true(Call *c, Value *mask)
{
    Value *line = mask->type.rank ? mask : reshaped(c, mask, 1, (Size *[]){size_const(1)});
    Value *sum = value_new(c->g, I64, 0, NULL);
    const Named named[] = {{.name = "mask", .value = line}, {0}};
    reduce_step(c, R_SUM, named, expr_over(c, named, I64, "mask ? i64(1) : i64(0)"),
                (1u << line->type.rank) - 1, sum);
    return computed_size(c, sum, value_numel(mask)->hi, true);
}

void compact(Call *c, Value *in, Value *mask, Value *out)
{
    Step *s = emit_step(c, K_COMPACT, in ? 2 : 1, 1);
    s->in[0] = mask;
    if (in)
        s->in[1] = in;
    s->out[0] = out;
    step_append(c->block, s);
}

Value *true_positions(Call *c, Value *mask)
{
    Size *n = value_numel(mask), *dim[] = {count_true(c, mask), size_const(1)};
    Value *out = value_new(c->g, I64, 2, dim);
    compact(c, NULL, reshaped(c, mask, 1, &n), out);
    return reshaped(c, out, 1, dim);
}

Value *masked_rows_out(Call *c, Value *in, Value *mask)
{
    Size *dim[MAX_RANK] = {count_true(c, mask)};
    int rank = in->type.rank - mask->type.rank + 1;
    memcpy(dim + 1, in->type.dim + mask->type.rank, (size_t)(rank - 1) * sizeof *dim);
    Value *out = arg_out(c, "out", rank, dim);
    Value *rows = out;
    if (!layout_is_row_major(out) || out->type.dtype != in->type.dtype)
        rows = value_new(c->g, in->type.dtype, rank, dim);
    compact(c, row_major(c, in), mask, rows);
    if (rows != out)
        copy_to(c, rows, out);
    return out;
}
