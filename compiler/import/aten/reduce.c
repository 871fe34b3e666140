/* SPDX-License-Identifier: 0BSD
 * Reductions over axes: sums, extrema and where they are, variance, running sums. */
#include "import/build/reduce.h"
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

#include <math.h>
#include <string.h>

static Value *reduced_out(Call *c, const char *name, const Value *in, uint32_t axes)
{
    Size *dim[MAX_RANK] = {0};
    bool keepdim = has_arg(c, "keepdim") && arg_bool(c, "keepdim");
    int rank = reduced_dims(in, axes, keepdim, dim);
    return arg_out(c, name, rank, dim);
}

/* Reduces in the type in which the reference adds up: the result's, halves as float; a sum of bools
 * is whether there is one. */
static void reduce(Call *c, ReduceOp op, Value *in, uint32_t axes, Value *out)
{
    if (op == R_SUM && out->type.dtype == BOOL)
        op = R_ANY;
    DType acc = op == R_ANY ? BOOL : loaded_dtype(out);
    if (op == R_ARGMAX || op == R_ARGMIN)
        acc = loaded_dtype(in);
    if (op == R_MEAN && !dtype_is_float((int)acc))
        refuse(c, "means of %s", dtype_name((int)acc));
    Expr *e = expr_cast(expr_in(0, in->type.dtype), acc);
    reduce_step(c, op, (Named[]){{"in", in, 0, false}, {0}}, e, axes, out);
}

void lower_reduce_dims(Call *c)
{
    static const struct {
        const char *name;
        ReduceOp op;
    } ops[] = {{"amax", R_MAX}, {"amin", R_MIN}, {"any", R_ANY},       {"argmax", R_ARGMAX},
               {"max", R_MAX},  {"min", R_MIN},  {"argmin", R_ARGMIN}, {"mean", R_MEAN},
               {"sum", R_SUM},  {"prod", R_PROD}};
    Value *in = arg_tensor(c, "self");
    uint32_t axes = arg_axes(c, "dim", in->type.rank);
    const char *name = strstr(c->row->name, "::") + 2;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (strncmp(name, ops[i].name, strcspn(name, ".")) == 0 &&
            strlen(ops[i].name) == strcspn(name, "."))
            reduce(c, ops[i].op, in, axes, reduced_out(c, "out", in, axes));
}

/* Compares as PyTorch does: within the tolerance, integers as floats; an infinity only to
 * itself. */
void lower_allclose(Call *c)
{
    Value *self = arg_tensor(c, "self"), *other = arg_tensor(c, "other");
    Value *out = has_arg(c, "out") ? arg_out_like_file(c, "out") : out_tensor_like_file(c);
    need_rank(c, "other", other, self->type.rank);
    for (int i = 0; i < self->type.rank; i++)
        need_equal(c, fmt_text("extents of axis %d", i), self->type.dim[i], other->type.dim[i]);
    if (self->type.dtype != other->type.dtype || out->type.dtype != BOOL)
        refuse(c, "the operands must be of one type, and the result bool");
    if (known_size(c, value_numel(out)) != 1)
        refuse(c, "the result must be one element");
    DType type = loaded_dtype(self);
    const Named named[] = {{.name = "self", .value = self},
                           {.name = "other", .value = other},
                           {.name = "rtol", .number = arg_float(c, "rtol")},
                           {.name = "atol", .number = arg_float(c, "atol")},
                           {.name = "equal_nan", .number = arg_bool(c, "equal_nan")},
                           {0}};
    Expr *close = expr_over(c, named, dtype_is_float((int)type) ? type : F32,
                            "self == other || "
                            "(bool(equal_nan) && isnan(out(self)) && isnan(out(other))) || "
                            "(!isinf(out(self) - out(other)) && "
                            "abs(out(self) - out(other)) <= atol + abs(rtol * out(other)))");
    Value *all = value_new(c->g, BOOL, 0, NULL);
    reduce_step(c, R_ALL, named, close, all_axes(self->type.rank), all);
    copy_to(c, all, out);
}

static void extreme_dim(Call *c, ReduceOp value, ReduceOp index, const char *values,
                        const char *indices)
{
    Value *in = arg_tensor(c, "self");
    uint32_t axes = arg_axes(c, "dim", in->type.rank);
    reduce(c, value, in, axes, reduced_out(c, values, in, axes));
    reduce(c, index, in, axes, reduced_out(c, indices, in, axes));
}

void lower_max_dim(Call *c)
{
    extreme_dim(c, R_MAX, R_ARGMAX, "max", "max_values");
}

void lower_min_dim(Call *c)
{
    extreme_dim(c, R_MIN, R_ARGMIN, "min", "min_indices");
}

/* Computes the mean first, then the sum of squared distances from it, over n - correction, or over
 * 0 where that is negative: as in PyTorch, the mean is there all the same. */
static void variance(Call *c, Value *in, uint32_t axes, Value *out, Value *mean)
{
    double correction = 1;
    if (has_arg(c, "unbiased"))
        correction = arg_bool(c, "unbiased");
    else if (arg_given(c, "correction"))
        correction = arg_float(c, "correction");
    Size *n = size_const(1);
    for (int i = 0; i < in->type.rank; i++)
        if (axes >> i & 1)
            n = size_op(S_MUL, n, in->type.dim[i]);
    reduce(c, R_MEAN, in, axes, mean);
    const Named named[] = {
        {"x", in, 0, false}, {"mean", with_axes(c, mean, in, axes), 0, false}, {0}};
    Expr *square =
        expr_over(c, named, loaded_dtype(out), "(out(x) - out(mean)) * (out(x) - out(mean))");
    if (size_is_const(n)) {
        Step *s = reduce_step(c, R_SUM, named, square, axes, out);
        Expr *sum = expr_cast(expr_in(0, square->type), F64);
        double over = fmax((double)size_value(n) - correction, 0);
        s->post = expr_new(E_DIV, F64, sum, expr_float(over, F64), NULL);
        return;
    }
    Value *sum = value_new(c->g, square->type, out->type.rank, out->type.dim);
    reduce_step(c, R_SUM, named, square, axes, sum);
    map_over(c, out,
             (Named[]){{.name = "sum", .value = sum},
                       {.name = "n", .value = number_of(c, n)},
                       {.name = "correction", .number = correction},
                       {0}},
             "f64(sum) / max(f64(n) - correction, 0)");
}

void lower_var(Call *c)
{
    Value *in = arg_tensor(c, "self");
    uint32_t axes = arg_axes(c, "dim", in->type.rank);
    Value *out = reduced_out(c, "out", in, axes);
    Value *mean = value_new(c->g, loaded_dtype(out), out->type.rank, out->type.dim);
    variance(c, in, axes, out, mean);
}

void lower_var_mean(Call *c)
{
    Value *in = arg_tensor(c, "self");
    uint32_t axes = arg_axes(c, "dim", in->type.rank);
    Value *out = reduced_out(c, "out0", in, axes), *mean = reduced_out(c, "out1", in, axes);
    variance(c, in, axes, out, mean);
}

static uint32_t arg_axis(Call *c, const Value *in)
{
    int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank);
    return in->type.rank ? 1u << axis : 0;
}

static void lower_running(Call *c, ReduceOp op)
{
    Value *in = arg_tensor(c, "self");
    running_along(c, op, in, arg_axis(c, in), arg_out(c, "out", in->type.rank, in->type.dim));
}

void lower_cumsum(Call *c)
{
    lower_running(c, R_SUM);
}

void lower_cumprod(Call *c)
{
    lower_running(c, R_PROD);
}

/* Computes the running extreme and where it was met last: the greatest position so far of an
 * element that equals it, or of a NaN. */
static void running_extreme(Call *c, ReduceOp op)
{
    Value *in = arg_tensor(c, "self");
    int rank = in->type.rank, axis = wrap_axis(c, arg_int(c, "dim"), rank);
    uint32_t axes = arg_axis(c, in);
    Value *values = arg_out(c, "values", rank, in->type.dim);
    Value *indices = arg_out_indices(c, rank, in->type.dim);
    running_along(c, op, in, axes, values);
    const Named named[] = {{.name = "x", .value = in}, {.name = "extreme", .value = values}, {0}};
    bool real = dtype_is_float((int)loaded_dtype(in));
    Expr *met = expr_over(c, named, I64, real ? "x == extreme || isnan(x)" : "x == extreme");
    Expr *position = rank ? expr_cast(expr_axis(axis), I64) : expr_int(0, I64);
    Value *at = value_new(c->g, I64, rank, in->type.dim);
    emit_map(c, at, 2, (Value *[]){in, values},
             expr_new(E_SELECT, I64, met, position, expr_int(0, I64)));
    running_along(c, R_MAX, at, axes, indices);
}

void lower_cummax(Call *c)
{
    running_extreme(c, R_MAX);
}

void lower_cummin(Call *c)
{
    running_extreme(c, R_MIN);
}
