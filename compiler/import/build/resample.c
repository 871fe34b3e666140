/* SPDX-License-Identifier: 0BSD
 * Pictures in another size. */
#include "import/build/resample.h"
#include "graph/build.h"
#include "graph/patterns.h"
#include "import/build/copy.h"
#include "import/build/expr.h"
#include "import/build/gemm.h"
#include "import/build/lookup.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

Size *resample_before(Size *n)
{
    return size_op(S_ADD, n, size_const(-1));
}

bool has_known_sizes(const Resample *r)
{
    return size_is_const(r->in) && size_is_const(r->out);
}

static bool makes_sense(const Size *n)
{
    return !size_is_const(n) || (n->lo >= 1 && n->lo <= INT16_MAX);
}

void need_extents(Call *c, const Resample *r)
{
    if (!makes_sense(r->in) || !makes_sense(r->out))
        refuse(c, "resampling from %lld to %lld elements", (long long)r->in->lo,
               (long long)r->out->lo);
    need_least(c, "elements to resample", r->in, 1);
    need_least(c, "elements after resampling", r->out, 1);
}

Value *axis_table(Call *c, DType type, int64_t n, int k, const void *data, const char *role)
{
    Value *v = value_const(c->g, type, 2 - k, (int64_t[]){n, 1}, data);
    v->role = role;
    return v;
}

/* Names what texts contain: the positions i in the result and j in the operand, then what they
 * depend on, along one axis of n elements that become m. */
static void name_positions(Call *c, const Resample *r, Named named[6])
{
    named[0] = (Named){.name = "i", .value = value_new(c->g, I32, 0, NULL)};
    named[1] = (Named){.name = "j", .value = value_new(c->g, I32, 0, NULL)};
    named[2] = (Named){.name = "ratio", .value = r->measured, .number = (double)r->ratio};
    named[3] = named_size(c, "n", r->in);
    named[4] = named_size(c, "m", r->out);
    named[5] = (Named){0};
}

static ExprNumber load_position(void *at, int operand)
{
    return (ExprNumber){.i = ((const int32_t *)at)[operand]};
}

ExprNumber resample_value_at(const Expr *e, int64_t i, int64_t j)
{
    return expr_eval(e, load_position, (int32_t[]){(int32_t)i, (int32_t)j});
}

/* Computes `text` at run time for each element of `out`, where i and j are positions along these
 * two axes of it. */
Value *map_positions(Call *c, const Resample *r, Value *out, int i, int j, const char *text)
{
    Named named[6];
    Value *in[6];
    name_positions(c, r, named);
    int n = named_values(named, in);
    Expr *with[6] = {expr_cast(expr_axis(i), I32), expr_cast(expr_axis(j), I32)};
    for (int k = 2; k < n; k++)
        with[k] = expr_in(k - 2, loaded_dtype(in[k]));
    Expr *e = expr_over(c, named, out->type.dtype, text);
    return emit_map(c, out, n - 2, in + 2, expr_substitute(e, with));
}

/* Parses `text` for resample_value_at(), which evaluates it when ptec runs. */
Expr *known_positions(Call *c, const Resample *r, DType type, const char *text)
{
    Named named[6];
    name_positions(c, r, named);
    return expr_cast(expr_over(c, named, type, text), type);
}

/* Evaluates `text` for every position along the result's rows (k = 0) or columns (k = 1). It is a
 * constant, if the sizes are. */
Value *resample_axis_values(Call *c, DType type, const Resample *r, int k, const char *text,
                            const char *role)
{
    Size *dim[] = {r->out, size_const(1)};
    if (!has_known_sizes(r))
        return map_positions(c, r, value_new(c->g, type, 2 - k, dim), 0, 0, text);
    int64_t count = size_value(r->out);
    int32_t *number = NEW(int32_t, count);
    float *real = NEW(float, count);
    const Expr *e = known_positions(c, r, type, text);
    for (int64_t i = 0; i < count; i++) {
        ExprNumber value = resample_value_at(e, i, 0);
        number[i] = (int32_t)value.i;
        real[i] = (float)value.d;
    }
    return axis_table(c, type, count, k, type == F32 ? (void *)real : number, role);
}

/* Returns a table along rows (k = 0) or columns of the first of two neighbours, or, with `weight`,
 * of the weight of the second. */
static Value *neighbours(Call *c, const Resample *r, int k, bool weight)
{
    const char *at = r->corners ? "ratio * f32(i)" : "ratio * (f32(i) + 0.5) - 0.5";
    at = r->in == r->out      ? "f32(i)"
         : has_known_sizes(r) ? fmt_text("max(%s, 0)", at)
                              : fmt_text("(n == m ? f32(i) : max(%s, 0))", at);
    const char *first = fmt_text("min(i32(%s), i32(n) - 1)", at);
    if (!weight)
        return resample_axis_values(c, I32, r, k, first, k ? "columns" : "rows");
    return resample_axis_values(c, F32, r, k, fmt_text("min(max(%s - f32(%s), 0), 1)", at, first),
                                k ? "column_weights" : "row_weights");
}

void resample_bilinear(Call *c, Value *in, const Resample r[2], Value *out)
{
    Value *first[2], *weight[2];
    OperandList operand = {0};
    Expr *last[2];
    for (int k = 0; k < 2; k++) {
        first[k] = neighbours(c, &r[k], k, false);
        weight[k] = neighbours(c, &r[k], k, true);
    }
    PUSH(operand.item, operand.count, in);
    for (int k = 0; k < 2; k++)
        PUSH(operand.item, operand.count, first[k]); /* from RESAMPLE_FIRST on */
    for (int k = 0; k < 2; k++)
        PUSH(operand.item, operand.count, weight[k]); /* from RESAMPLE_WEIGHT on */
    for (int k = 0; k < 2; k++)
        last[k] = expr_size(c, resample_before(r[k].in), I32, &operand);
    emit_lookup(c, out, operand.count, operand.item, bilinear_expr(in, last));
}

void need_small_matrix(Call *c, int64_t n, int64_t m)
{
    enum { MOST = 1 << 20 };
    if (n > MOST || m > MOST || n * m > MOST)
        refuse(c, "%lld x %lld weights are too many", (long long)n, (long long)m);
}

/* Computes out = rows * in * columns for every channel; `rows` is [out rows, in rows], `columns`
 * [in columns, out columns], or NULL if the columns stay. */
void between_matrices(Call *c, Value *in, Value *rows, Value *columns, Value *out)
{
    Size *h = in->type.dim[2], *w = in->type.dim[3], *oh = out->type.dim[2], *ow = out->type.dim[3];
    Size *channels = size_op(S_MUL, in->type.dim[0], in->type.dim[1]);
    DType type = rows->type.dtype;
    Value *planes = reshaped(c, row_major(c, as_dtype(c, in, type)), 3, (Size *[]){channels, h, w});
    Value *half = planes;
    if (columns) {
        half = value_new(c->g, type, 3, (Size *[]){channels, h, ow});
        multiply(c, planes, columns, half);
    }
    Value *result = value_new(c->g, type, 3, (Size *[]){channels, oh, ow});
    Type all = {.dtype = type, .rank = 3, .dim = {channels, oh, h}}; /* one for all channels */
    Layout same = {.stride = {size_const(0), h, size_const(1)}};
    multiply(c, value_view(c->g, rows, &all, &same, size_const(0)), half, result);
    copy_to(c, reshaped(c, result, 4, out->type.dim), out);
}

/* Gives a matrix of weights its role: [m, n] of rows (k = 0), [n, m] of columns. */
Value *resample_matrix(Value *v, int k)
{
    v->role = k ? "columns" : "rows";
    return v;
}

/* Returns how many of n elements output i of m overlaps, and sets `*first` to the first of them. */
static int64_t overlapped(int64_t i, int64_t n, int64_t m, int64_t *first)
{
    *first = i * n / m;
    return ((i + 1) * n + m - 1) / m - *first;
}

/* Returns the matrix that takes, for each of m outputs along an axis of n, the mean of the elements
 * that it overlaps; of integers the sum. */
static Value *mean_matrix(Call *c, int64_t n, int64_t m, int axis, DType type)
{
    double *matrix = NEW(double, n *m);
    for (int64_t i = 0; i < m; i++) {
        int64_t first, count = overlapped(i, n, m, &first);
        for (int64_t k = first; k < first + count; k++)
            matrix[axis ? k * m + i : i * n + k] = type == I64 ? 1 : 1 / (double)count;
    }
    const int64_t dim[] = {axis ? n : m, axis ? m : n};
    return resample_matrix(weight_numbers(c, type, 2, dim, matrix), axis);
}

static Value *counts(Call *c, int64_t n, int64_t m, int axis)
{
    int64_t *count = NEW(int64_t, m), first;
    for (int64_t i = 0; i < m; i++)
        count[i] = overlapped(i, n, m, &first);
    return axis_table(c, I64, m, axis, count, "counts");
}

void average_adaptively(Call *c, Value *in, Value *out)
{
    Value *matrix[2] = {NULL}, *count[2];
    bool whole = dtype_is_int((int)in->type.dtype);
    DType type = whole ? I64 : float_dtype(in);
    for (int k = 0; k < 2; k++) {
        int64_t n = known_size(c, in->type.dim[2 + k]), m = known_size(c, out->type.dim[2 + k]);
        need_small_matrix(c, n, m);
        if (k == 0 || n != m)
            matrix[k] = mean_matrix(c, n, m, k, type);
        count[k] = whole ? counts(c, n, m, k) : NULL;
    }
    if (!whole) {
        between_matrices(c, in, matrix[0], matrix[1], out);
        return;
    }
    Value *sum = value_new(c->g, I64, 4, out->type.dim);
    between_matrices(c, in, matrix[0], matrix[1], sum);
    map_over(c, out,
             (Named[]){{.name = "sum", .value = sum},
                       {.name = "rows", .value = count[0]},
                       {.name = "columns", .value = count[1]},
                       {0}},
             "sum / (rows * columns)");
}
