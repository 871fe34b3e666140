/* SPDX-License-Identifier: 0BSD
 * Operators that make a tensor from numbers alone. */
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/build/move.h"
#include "import/build/slice.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

#include <math.h>
#include <string.h>

/* Fills `out` with the number `name`, which the program may compute. */
static void fill_with(Call *c, Value *out, const char *name)
{
    Value *scalar = arg_scalar(c, name);
    if (scalar)
        emit_map(c, out, 1, &scalar, expr_in(0, scalar->type.dtype));
    else
        emit_map(c, out, 0, NULL, fill_value(c, name, loaded_dtype(out)));
}

/* Lowers full, zeros, ones, and empty, which must not show what the memory held before. */
void lower_full(Call *c)
{
    Size *dim[MAX_RANK] = {0};
    int rank = arg_sizes(c, "size", dim, MAX_RANK);
    Value *out = arg_out(c, "out", rank, dim);
    bool ones = strcmp(c->row->name, "aten::ones.out") == 0;
    if (has_arg(c, "fill_value"))
        fill_with(c, out, "fill_value");
    else
        emit_map(c, out, 0, NULL, expr_number(ones, loaded_dtype(out)));
}

void lower_full_like(Call *c)
{
    Value *like = arg_tensor(c, "self");
    Value *out = arg_out(c, "out", like->type.rank, like->type.dim);
    fill_with(c, out, has_arg(c, "value") ? "value" : "fill_value");
}

void lower_scalar_tensor(Call *c)
{
    fill_with(c, arg_out(c, "out", 0, NULL), "s");
}

/* Writes the rows and the columns of a triangle's elements, row by row, i64 [2, n]. */
void lower_triangle_indices(Call *c)
{
    bool lower = strcmp(c->row->name, "aten::tril_indices.out") == 0;
    int64_t rows = arg_int(c, "row"), columns = arg_int(c, "col"), offset = arg_int(c, "offset");
    enum { MOST = 1 << 20 };
    if (rows < 0 || columns < 0 || rows > MOST || columns > MOST || rows * columns > MOST)
        refuse(c, "a triangle of %lld x %lld elements makes no sense", (long long)rows,
               (long long)columns);
    need_int32(c, "the offset", offset);
    int64_t *at = NEW(int64_t, 2 * rows * columns), n = 0;
    for (int column = 0; column < 2; column++)
        for (int64_t i = 0; i < rows; i++)
            for (int64_t k = 0; k < columns; k++)
                if (lower ? k - i <= offset : k - i >= offset)
                    at[n++] = column ? k : i;
    Value *indices = value_const(c->g, I64, 2, (int64_t[]){2, n / 2}, at);
    indices->role = "indices";
    copy_to(c, indices, arg_out(c, "out", 2, indices->type.dim));
}

/* Returns how many numbers `start`, `start + step`, ... there are before `end`. */
static Size *arange_count(Call *c)
{
    bool whole = has_arg(c, "start");
    if (arg_is_float(c, "end") ||
        (whole && (arg_is_float(c, "start") || arg_is_float(c, "step")))) {
        double start = whole ? arg_float(c, "start") : 0, step = whole ? arg_float(c, "step") : 1;
        double n = ceil((arg_float(c, "end") - start) / step);
        if (!(n >= 0 && n <= INT32_MAX))
            refuse(c, "from %g to %g by %g makes no sense", start, arg_float(c, "end"), step);
        return size_const((int64_t)n);
    }
    int64_t step = whole ? arg_int(c, "step") : 1;
    if (step == 0)
        refuse(c, "a step of 0 leads nowhere");
    need_int32(c, "a step", step);
    Size *start = whole ? arg_size(c, "start") : size_const(0), *end = arg_size(c, "end");
    return steps_between(step > 0 ? start : end, step > 0 ? end : start, step > 0 ? step : -step);
}

/* Returns the argument `name` as an expression: a number of the file, or an operand that the
 * program computes, which is appended to `in`. */
static Expr *term(Call *c, const char *name, DType type, Value **in, int *nin)
{
    Value *v = arg_scalar(c, name);
    if (!v)
        return fill_value(c, name, type);
    in[*nin] = v;
    return expr_cast(expr_in((*nin)++, v->type.dtype), type);
}

void lower_arange(Call *c)
{
    Size *count = arange_count(c);
    Value *out = arg_out(c, "out", 1, &count), *in[1];
    int nin = 0;
    DType t = dtype_is_float((int)out->type.dtype) ? F64 : I64; /* rounded once */
    Expr *i = expr_cast(expr_axis(0), t);
    if (has_arg(c, "start")) {
        i = expr_new(E_MUL, t, i, fill_value(c, "step", t), NULL);
        i = expr_new(E_ADD, t, term(c, "start", t, in, &nin), i, NULL);
    }
    emit_map(c, out, nin, in, i);
}
