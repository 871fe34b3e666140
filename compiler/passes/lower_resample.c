/* SPDX-License-Identifier: 0BSD
 * Resampling of the last two of four axes: positions and weights are tables along each axis, or a
 * matrix where the number of weights varies. */
#include "lower.h"

#include <math.h>

static Size *before(Size *n)
{
    return size_op(S_ADD, n, size_const(-1));
}

static bool has_known_sizes(const Resample *r)
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

/* Rows (k = 0) or columns (k = 1); the reference rounds the ratio to float once. Without a scale,
 * 0, the sizes give it. */
static Resample resample(Call *c, const Value *in, int k, Size *size, double scale, bool corners)
{
    Resample r = {.in = in->type.dim[2 + k], .out = size, .corners = corners};
    need_extents(c, &r);
    if (!has_known_sizes(&r) && (corners || scale == 0)) {
        r.measured = map_over(c, value_new(c->g, F32, 0, NULL),
                              (Named[]){named_size(c, "n", corners ? before(r.in) : r.in),
                                        named_size(c, "m", corners ? before(r.out) : r.out),
                                        {0}},
                              corners ? "f64(m) == 0 ? f32(0) : f32(f64(n) / f64(m))"
                                      : "f32(1 / (f64(m) / f64(n)))");
        return r;
    }
    if (corners)
        r.ratio = r.out->lo > 1 ? (float)((double)(r.in->lo - 1) / (double)(r.out->lo - 1)) : 0;
    else
        r.ratio = (float)(1 / (scale != 0 ? scale : (double)r.out->lo / (double)r.in->lo));
    if (!(r.ratio >= 0 && r.ratio <= INT16_MAX))
        refuse(c, "scale %g makes no sense", scale);
    return r;
}

/* n * scale, rounded down. */
static Size *scaled_size(Call *c, Size *n, double scale)
{
    double most = (double)n->hi * scale;
    if (!(most >= 0 && most <= INT32_MAX))
        refuse(c, "scale %g makes no size", scale);
    if (size_is_const(n))
        return size_const((int64_t)most);
    for (int64_t q = 1; q <= 1 << 16; q *= 2)
        if ((double)(int64_t)(scale * (double)q) == scale * (double)q)
            return size_op(S_FDIV, size_op(S_MUL, n, size_const((int64_t)(scale * (double)q))),
                           size_const(q));
    Value *number =
        map_over(c, value_new(c->g, I64, 0, NULL),
                 (Named[]){named_size(c, "n", n), {.name = "scale", .number = scale}, {0}},
                 "i64(f64(n) * scale)");
    return computed_size(c, number, (int64_t)most, true);
}

/* The result's sizes come from `output_size` or from `scale_factors`, the scale likewise. */
static void resample_args(Call *c, const char *input, bool corners, Value **in, Resample r[2])
{
    Size *size[2];
    double scale[2] = {0};
    *in = arg_tensor(c, input);
    need_rank(c, input, *in, 4);
    if (arg_given(c, "output_size") || !has_arg(c, "scale_factors")) {
        if (arg_sizes(c, "output_size", size, 2) != 2)
            refuse(c, "two output sizes are expected");
        if (has_arg(c, "scales_h") && arg_given(c, "scales_h") && arg_given(c, "scales_w")) {
            scale[0] = arg_float(c, "scales_h");
            scale[1] = arg_float(c, "scales_w");
        }
    } else {
        arg_floats(c, "scale_factors", scale, 2);
        for (int k = 0; k < 2; k++)
            size[k] = scaled_size(c, (*in)->type.dim[2 + k], scale[k]);
    }
    for (int k = 0; k < 2; k++)
        r[k] = resample(c, *in, k, size[k], scale[k], corners);
}

static Value *resample_out(Call *c, const Value *in, const Resample r[2])
{
    Size *dim[] = {in->type.dim[0], in->type.dim[1], r[0].out, r[1].out};
    return arg_out(c, "out", 4, dim);
}

Value *axis_table(Call *c, DType type, int64_t n, int k, const void *data, const char *role)
{
    Value *v = value_const(c->g, type, 2 - k, (int64_t[]){n, 1}, data);
    v->role = role;
    return v;
}

/* Of texts: the positions i in the result and j in the operand, then what they depend on, along one
 * axis of n elements that become m. */
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

static ExprNumber value_at(const Expr *e, int64_t i, int64_t j)
{
    return expr_eval(e, load_position, (int32_t[]){(int32_t)i, (int32_t)j});
}

/* `text` at run time, where i and j are positions along these axes of `out`. */
static Value *map_positions(Call *c, const Resample *r, Value *out, int i, int j, const char *text)
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

/* `text` for value_at(). */
static Expr *known_positions(Call *c, const Resample *r, DType type, const char *text)
{
    Named named[6];
    name_positions(c, r, named);
    return expr_cast(expr_over(c, named, type, text), type);
}

/* `text` for every position along the result's rows (k = 0) or columns: a constant, if the sizes
 * are. */
static Value *axis_values(Call *c, DType type, const Resample *r, int k, const char *text,
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
        ExprNumber value = value_at(e, i, 0);
        number[i] = (int32_t)value.i;
        real[i] = (float)value.d;
    }
    return axis_table(c, type, count, k, type == F32 ? (void *)real : number, role);
}

void lower_upsample_nearest(Call *c)
{
    Value *operand[3];
    Resample r[2];
    resample_args(c, "input", false, &operand[0], r);
    Expr *e = expr_in(0, loaded_dtype(operand[0]));
    for (int k = 0; k < 2; k++) {
        operand[1 + k] = axis_values(c, I32, &r[k], k, "min(i32(f32(i) * ratio), i32(n) - 1)",
                                     k ? "columns" : "rows");
        e = element_at(e, 2 + k, expr_in(1 + k, I32));
    }
    emit_lookup(c, resample_out(c, operand[0], r), 3, operand, e);
}

/* Tables of the first of two neighbours, or of the weight of the second. */
static Value *neighbours(Call *c, const Resample *r, int k, bool weight)
{
    const char *at = r->corners ? "ratio * f32(i)" : "ratio * (f32(i) + 0.5) - 0.5";
    at = r->in == r->out      ? "f32(i)"
         : has_known_sizes(r) ? fmt_text("max(%s, 0)", at)
                              : fmt_text("(n == m ? f32(i) : max(%s, 0))", at);
    const char *first = fmt_text("min(i32(%s), i32(n) - 1)", at);
    if (!weight)
        return axis_values(c, I32, r, k, first, k ? "columns" : "rows");
    return axis_values(c, F32, r, k, fmt_text("min(max(%s - f32(%s), 0), 1)", at, first),
                       k ? "column_weights" : "row_weights");
}

/* a * (1 - weight) + b * weight */
static Expr *mixed(Expr *a, Expr *b, Expr *weight)
{
    DType type = a->type;
    weight = expr_cast(weight, type);
    Expr *rest = expr_new(E_SUB, type, expr_float(1, type), weight, NULL);
    return expr_new(E_ADD, type, expr_new(E_MUL, type, a, rest, NULL),
                    expr_new(E_MUL, type, b, weight, NULL), NULL);
}

Expr *bilinear_expr(const Value *in, Expr *const last[2])
{
    Expr *at[2][2]; /* of rows, of columns: the first neighbour and the next */
    for (int k = 0; k < 2; k++) {
        at[k][0] = expr_in(RESAMPLE_FIRST + k, I32);
        at[k][1] = i32_op(E_MIN, i32_op(E_ADD, at[k][0], i32_number(1)), last[k]);
    }
    Expr *element = expr_in(0, loaded_dtype(in)), *row[2];
    for (int y = 0; y < 2; y++) {
        Expr *corner[2];
        for (int x = 0; x < 2; x++)
            corner[x] = expr_cast(element_at(element_at(element, 2, at[0][y]), 3, at[1][x]),
                                  float_dtype(in));
        row[y] = mixed(corner[0], corner[1], expr_in(RESAMPLE_WEIGHT + 1, F32));
    }
    return mixed(row[0], row[1], expr_in(RESAMPLE_WEIGHT, F32));
}

void resample_bilinear(Call *c, Value *in, const Resample r[2], Value *out)
{
    Value *operand[RESAMPLE_OPERANDS + 2] = {in};
    Expr *last[2];
    int nin = RESAMPLE_OPERANDS;
    for (int k = 0; k < 2; k++) {
        operand[RESAMPLE_FIRST + k] = neighbours(c, &r[k], k, false);
        operand[RESAMPLE_WEIGHT + k] = neighbours(c, &r[k], k, true);
    }
    for (int k = 0; k < 2; k++)
        last[k] = expr_size(c, before(r[k].in), I32, operand, &nin);
    emit_lookup(c, out, nin, operand, bilinear_expr(in, last));
}

void lower_upsample_bilinear(Call *c)
{
    Value *in;
    Resample r[2];
    resample_args(c, "input", arg_bool(c, "align_corners"), &in, r);
    resample_bilinear(c, in, r, resample_out(c, in, r));
}

/* -- weights in matrices -- */

static void need_small_matrix(Call *c, int64_t n, int64_t m)
{
    enum { MOST = 1 << 20 };
    if (n > MOST || m > MOST || n * m > MOST)
        refuse(c, "%lld x %lld weights are too many", (long long)n, (long long)m);
}

/* out = rows * in * columns for every channel; `rows` is [out rows, in rows], `columns` [in
 * columns, out columns], or NULL: columns stay. */
static void between_matrices(Call *c, Value *in, Value *rows, Value *columns, Value *out)
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

/* [m, n] of rows (k = 0), [n, m] of columns. */
static Value *as_matrix(Value *v, int k)
{
    v->role = k ? "columns" : "rows";
    return v;
}

/* How many of n elements output i of m overlaps, from *first on. */
static int64_t overlapped(int64_t i, int64_t n, int64_t m, int64_t *first)
{
    *first = i * n / m;
    return ((i + 1) * n + m - 1) / m - *first;
}

/* For each of m outputs along an axis of n, the mean of those that it overlaps; of integers the
 * sum. */
static Value *mean_matrix(Call *c, int64_t n, int64_t m, int axis, DType type)
{
    double *matrix = NEW(double, n *m);
    for (int64_t i = 0; i < m; i++) {
        int64_t first, count = overlapped(i, n, m, &first);
        for (int64_t k = first; k < first + count; k++)
            matrix[axis ? k * m + i : i * n + k] = type == I64 ? 1 : 1 / (double)count;
    }
    const int64_t dim[] = {axis ? n : m, axis ? m : n};
    return as_matrix(weight_numbers(c, type, 2, dim, matrix), axis);
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

/* A triangle around the output's place, as wide as the output element is on the input. */
#define CENTRE "ratio * (f32(i) + 0.5)"
#define WIDTH  "max(f32(ratio), 1)"
static const char triangle[] =
    "max(i32(" CENTRE " - " WIDTH " + 0.5), 0) <= j &&"
    " j < min(i32(" CENTRE " + " WIDTH " + 0.5), i32(n))"
    " ? max(1 - abs((f32(j) - " CENTRE " + 0.5) * (1 / " WIDTH ")), 0) : f32(0)";
/* Where it holds no element, the nearest counts. */
static const char nearest[] = "j == min(i32(" CENTRE "), i32(n) - 1) ? f32(1) : f32(0)";

static Value *constant_triangles(Call *c, const Resample *r, int k)
{
    int64_t n = size_value(r->in), m = size_value(r->out);
    const Expr *weight = known_positions(c, r, F32, triangle),
               *one = known_positions(c, r, F32, nearest);
    float *matrix = NEW(float, n *m);
    for (int64_t i = 0; i < m; i++) {
        float *at = matrix + (k ? i : i * n), sum = 0;
        int64_t step = k ? m : 1;
        for (int64_t j = 0; j < n; j++)
            sum += at[j * step] = (float)value_at(weight, i, j).d;
        for (int64_t j = 0; j < n; j++)
            at[j * step] = sum > 0 ? at[j * step] / sum : (float)value_at(one, i, j).d;
    }
    return as_matrix(value_const(c->g, F32, 2, (int64_t[]){k ? n : m, k ? m : n}, matrix), k);
}

static Value *triangles(Call *c, const Resample *r, int k)
{
    need_small_matrix(c, r->in->hi, r->out->hi);
    if (has_known_sizes(r))
        return constant_triangles(c, r, k);
    Size *dim[] = {k ? r->in : r->out, k ? r->out : r->in};
    Value *weight = value_new(c->g, F32, 2, dim), *one = value_like(c->g, weight);
    Value *sum = value_new(c->g, F32, 1, &r->out);
    map_positions(c, r, weight, k, 1 - k, triangle);
    map_positions(c, r, one, k, 1 - k, nearest);
    uint32_t axes = k ? 1 : 2;
    reduce_step(c, R_SUM, (Named[]){{.name = "weight", .value = weight}, {0}}, expr_in(0, F32),
                axes, sum);
    return map_over(c, value_like(c->g, weight),
                    (Named[]){{.name = "weight", .value = weight},
                              {.name = "sum", .value = with_axes(c, sum, weight, axes)},
                              {.name = "one", .value = one},
                              {0}},
                    "sum > 0 ? weight / sum : one");
}

void lower_upsample_antialias(Call *c)
{
    Value *in;
    Resample r[2];
    resample_args(c, "self", arg_bool(c, "align_corners"), &in, r);
    DType type = float_dtype(in);
    Value *rows = as_dtype(c, triangles(c, &r[0], 0), type);
    Value *columns = as_dtype(c, triangles(c, &r[1], 1), type);
    between_matrices(c, in, rows, columns, resample_out(c, in, r));
}

void lower_grid_sampler(Call *c)
{
    Value *in = arg_tensor(c, "input"), *grid = arg_tensor(c, "grid");
    int64_t mode = arg_int(c, "interpolation_mode"), padding = arg_int(c, "padding_mode");
    need_rank(c, "input", in, 4);
    need_rank(c, "grid", grid, 4);
    need_equal(c, "batches", grid->type.dim[0], in->type.dim[0]);
    need_equal(c, "coordinates", grid->type.dim[3], size_const(2));
    if (mode < 0 || mode > 2 || padding < 0 || padding > 2)
        refuse(c, "there is no such way of interpolating or padding");
    need_least(c, "rows of the image", in->type.dim[2], 1);
    need_least(c, "columns of the image", in->type.dim[3], 1);
    Size *dim[] = {in->type.dim[0], in->type.dim[1], grid->type.dim[1], grid->type.dim[2]};
    Value *out = arg_out(c, "out", 4, dim);
    Step *s = emit_step(c, K_OPAQUE, 2, 1);
    s->fn = "grid_sampler2d";
    s->in[0] = widened(c, in);
    s->in[1] = widened(c, grid);
    s->out[0] = wide_result(c, out);
    s->mode = (int)mode;
    s->padding = (int)padding;
    s->corners = arg_bool(c, "align_corners");
    step_append(c->block, s);
    narrow_result(c, s->out[0], out);
}
