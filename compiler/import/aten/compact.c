/* SPDX-License-Identifier: 0BSD
 * What a mask lets through: how much that is depends on the data, so it is counted first, and the
 * number becomes a size. */
#include "import/build/compact.h"
#include "graph/build.h"
#include "graph/patterns.h"
#include "import/build/copy.h"
#include "import/build/lookup.h"
#include "import/build/reduce.h"
#include "import/build/rows.h"
#include "import/build/sort.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

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

/* Does the element differ from the one before? Also the first, and NaN from NaN. */
static Value *starts_of_runs(Call *c, Value *line)
{
    Value *out = value_new(c->g, BOOL, 1, line->type.dim);
    Expr *element = expr_in(0, loaded_dtype(line)), *at = expr_cast(expr_axis(0), I32);
    Expr *before = i32_op(E_MAX, i32_op(E_SUB, at, i32_number(1)), i32_number(0));
    Expr *first = expr_new(E_EQ, BOOL, at, i32_number(0), NULL);
    Expr *other = expr_new(E_NE, BOOL, element, element_at(element, 0, before), NULL);
    emit_lookup(c, out, 1, &line, expr_new(E_OR, BOOL, first, other, NULL));
    return out;
}

/* Computes how long the runs are that begin at the positions `start` in `length` elements. */
static void run_lengths(Call *c, Value *start, Size *length, Value *out)
{
    Value *n = number_of(c, length), *runs = number_of(c, start->type.dim[0]);
    Value *in[] = {start, n, runs};
    Expr *next = i32_op(E_ADD, expr_cast(expr_axis(0), I32), i32_number(1));
    Expr *count = expr_cast(expr_in(2, I64), I32);
    Expr *inside = i32_op(E_MIN, next, i32_op(E_SUB, count, i32_number(1)));
    Expr *end = expr_new(E_SELECT, I64, expr_new(E_LT, BOOL, next, count, NULL),
                         element_at(expr_in(0, I64), 0, inside), expr_in(1, I64));
    emit_lookup(c, out, 3, in, expr_new(E_SUB, I64, end, expr_in(0, I64), NULL));
}

/* Writes the result "out1": the number of the run of each element of `self`. `order` says where the
 * line's elements lie in `self`; if it is NULL, they lie as they are. */
static void inverse_out(Call *c, const Value *self, Value *starts, Value *order)
{
    Value *run = value_new(c->g, I64, 1, starts->type.dim);
    running_sum(c, starts, 1, run);
    Value *from_zero = map_over(c, value_like(c->g, run),
                                (Named[]){{.name = "run", .value = run}, {0}}, "run - 1");
    Value *inverse = from_zero;
    if (order) {
        Value *zeros = emit_map(c, value_like(c->g, run), 0, NULL, expr_int(0, I64));
        inverse = value_like(c->g, run);
        scatter_rows(c, zeros, order, from_zero, 0, FN_REPLACE, inverse);
    }
    Value *out = arg_out(c, "out1", self->type.rank, self->type.dim);
    copy_to(c, reshaped(c, inverse, out->type.rank, out->type.dim), out);
}

/* Writes the first of each run of equal elements in the line, and what else is asked for: the
 * inverse and the counts. */
static void unique_out(Call *c, const Value *self, Value *line, Value *order)
{
    Value *starts = starts_of_runs(c, line);
    Size *n = count_true(c, starts), *pair[] = {n, size_const(1)};
    Value *out = arg_out(c, "out0", 1, &n);
    Value *rows =
        out->type.dtype == line->type.dtype ? out : value_new(c->g, line->type.dtype, 1, &n);
    compact(c, line, starts, rows);
    if (rows != out)
        copy_to(c, rows, out);
    if (arg_bool(c, "return_inverse"))
        inverse_out(c, self, starts, order);
    else
        arg_out_unwritten(c, "out1");
    if (arg_bool(c, "return_counts")) {
        Value *start = value_new(c->g, I64, 2, pair);
        compact(c, NULL, starts, start);
        run_lengths(c, reshaped(c, start, 1, &n), line->type.dim[0], arg_out(c, "out2", 1, &n));
    } else {
        arg_out_unwritten(c, "out2");
    }
}

static Value *as_line(Call *c, Value *v)
{
    Size *n = value_numel(v);
    return reshaped(c, row_major(c, v), 1, &n);
}

void lower_unique(Call *c)
{
    Value *self = arg_tensor(c, "self"), *line = as_line(c, self);
    Value *sorted = value_new(c->g, kernel_type(line), 1, line->type.dim);
    Value *order = value_new(c->g, I64, 1, line->type.dim);
    order_into(c, line, 0, false, sorted, order);
    unique_out(c, self, sorted, order);
}

void lower_unique_consecutive(Call *c)
{
    Value *self = arg_tensor(c, "self");
    if (arg_given(c, "dim") && (self->type.rank != 1 || wrap_axis(c, arg_int(c, "dim"), 1) != 0))
        refuse(c, "comparing more than single elements is not there yet");
    unique_out(c, self, as_line(c, self), NULL);
}
