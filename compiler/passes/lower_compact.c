/* SPDX-License-Identifier: 0BSD
 * What a mask lets through: how much that is depends on the data, so it is counted first, and the
 * number becomes a size. */
#include "lower.h"

#include <string.h>

Size *computed_size(Call *c, Value *number, int64_t most, bool counted)
{
    Step *s = emit_step(c, K_SCALAR, 1, 1);
    s->size = size_scalar(fmt_text("size%d", c->g->nscalars++), most);
    s->counted = counted;
    s->in[0] = number;
    s->out[0] = value_scalar(c->g, I64);
    s->out[0]->size = s->size;
    s->effect = true; /* sizes are no operands that would keep it */
    step_append(c->block, s);
    return s->size;
}

/* Whatever byte stands for true, it is one. */
static Size *count_true(Call *c, Value *mask)
{
    Value *line = mask->type.rank ? mask : reshaped(c, mask, 1, (Size *[]){size_const(1)});
    Value *sum = value_new(c->g, I64, 0, NULL);
    const Named named[] = {{.name = "mask", .value = line}, {0}};
    reduce_step(c, R_SUM, named, expr_over(c, named, I64, "mask ? i64(1) : i64(0)"),
                (1u << line->type.rank) - 1, sum);
    return computed_size(c, sum, value_numel(mask)->hi, true);
}

/* The rows of `in`, one for each element of the mask, where it holds; of no `in`, their positions.
 */
static void compact(Call *c, Value *in, Value *mask, Value *out)
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

static Value *as_mask(Call *c, Value *v)
{
    if (v->type.dtype == BOOL)
        return row_major(c, v);
    return map_over(c, value_new(c->g, BOOL, v->type.rank, v->type.dim),
                    (Named[]){{.name = "x", .value = v}, {0}}, "x != 0");
}

void lower_nonzero(Call *c)
{
    Value *mask = as_mask(c, arg_tensor(c, "self"));
    Size *dim[] = {count_true(c, mask), size_const(mask->type.rank)};
    Value *out = mask->type.rank ? arg_out(c, "out", 2, dim) : arg_out_like_file(c, "out");
    if (out->type.dtype != I64)
        refuse(c, "the result is %s, not i64", dtype_name((int)out->type.dtype));
    if (mask->type.rank == 0) { /* [0, 0] or [1, 0]; the file has one of them */
        need_rank(c, "out", out, 2);
        need_equal(c, "extents", out->type.dim[1], dim[1]);
        out->type.dim[0] = dim[0];
    }
    compact(c, NULL, mask, out);
}

static Value *broadcast_to(Call *c, Value *v, int rank, Size *const *dim)
{
    Value *wide = value_new(c->g, v->type.dtype, rank, dim);
    if (same_dims(v, wide))
        return v;
    copy_to(c, v, wide);
    return wide;
}

void lower_masked_select(Call *c)
{
    Value *operand[] = {arg_tensor(c, "self"), arg_tensor(c, "mask")};
    Size *dim[MAX_RANK] = {0};
    int rank;
    if (operand[1]->type.dtype != BOOL)
        refuse(c, "the mask is %s, not bool", dtype_name((int)operand[1]->type.dtype));
    broadcast_dims(c, 2, operand, &rank, dim);
    masked_rows_out(c, broadcast_to(c, operand[0], rank, dim),
                    row_major(c, broadcast_to(c, operand[1], rank, dim)));
}
