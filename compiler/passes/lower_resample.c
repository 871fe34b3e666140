/* SPDX-License-Identifier: 0BSD
 * Resampling of the last two of four axes: positions and weights are tables along each axis, or a
 * matrix where the number of weights varies. */
#include "lower.h"

#include <math.h>

/* Rows (k = 0) or columns (k = 1); the reference rounds the ratio to float once. */
static Resample resample(Call *c, const Value *in, int k, Size *const *size, const double *scale,
                         bool corners)
{
    Resample r = {.corners = corners};
    if (!size_is_const(in->type.dim[2 + k]) || !size_is_const(size[k]))
        refuse(c, "resampling to sizes that are known only at run time is not there yet");
    r.in = known_size(c, in->type.dim[2 + k]);
    r.out = known_size(c, size[k]);
    if (r.in < 1 || r.out < 1 || r.in > INT16_MAX || r.out > INT16_MAX)
        refuse(c, "resampling from %lld to %lld elements", (long long)r.in, (long long)r.out);
    if (corners)
        r.ratio = r.out > 1 ? (float)((double)(r.in - 1) / (double)(r.out - 1)) : 0;
    else
        r.ratio = (float)(1 / scale[k]);
    if (!(r.ratio >= 0 && r.ratio <= INT16_MAX))
        refuse(c, "scale %g makes no sense", scale[k]);
    return r;
}

static Size *scaled_size(Call *c, const Size *size, double scale)
{
    double scaled = (double)size->hi * scale;
    if (!(scaled >= 0 && scaled <= INT32_MAX))
        refuse(c, "scale %g makes no size", scale);
    return size_const((int64_t)scaled);
}

/* The result's sizes come from `output_size` or from `scale_factors`, the scale likewise. */
static void resample_args(Call *c, const char *input, bool corners, Value **in, Resample r[2])
{
    Size *size[2];
    double scale[2];
    *in = arg_tensor(c, input);
    need_rank(c, input, *in, 4);
    if (arg_given(c, "output_size") || !has_arg(c, "scale_factors")) {
        if (arg_sizes(c, "output_size", size, 2) != 2)
            refuse(c, "two output sizes are expected");
        for (int k = 0; k < 2; k++)
            scale[k] = (double)size[k]->hi / (double)(*in)->type.dim[2 + k]->hi;
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
        r[k] = resample(c, *in, k, size, scale, corners);
}

static Value *resample_out(Call *c, const Value *in, const Resample r[2])
{
    Size *dim[] = {in->type.dim[0], in->type.dim[1], size_const(r[0].out), size_const(r[1].out)};
    return arg_out(c, "out", 4, dim);
}

Value *axis_table(Call *c, DType type, int64_t n, int k, const void *data, const char *role)
{
    Value *v = value_const(c->g, type, 2 - k, (int64_t[]){n, 1}, data);
    v->role = role;
    return v;
}

void lower_upsample_nearest(Call *c)
{
    Value *operand[3];
    Resample r[2];
    resample_args(c, "input", false, &operand[0], r);
    Expr *e = expr_in(0, loaded_dtype(operand[0]));
    for (int k = 0; k < 2; k++) {
        int32_t *from = NEW(int32_t, r[k].out);
        for (int64_t i = 0; i < r[k].out; i++) {
            int64_t at = (int64_t)((float)i * r[k].ratio);
            from[i] = (int32_t)(at < r[k].in - 1 ? at : r[k].in - 1);
        }
        operand[1 + k] = axis_table(c, I32, r[k].out, k, from, k ? "columns" : "rows");
        e = element_at(e, 2 + k, expr_in(1 + k, I32));
    }
    emit_lookup(c, resample_out(c, operand[0], r), 3, operand, e);
}

/* Tables of the first of two neighbours and the weight of the second. */
static void neighbours(const Resample *r, int32_t *first, float *weight)
{
    for (int64_t i = 0; i < r->out; i++) {
        float at = r->ratio * ((float)i + (r->corners ? 0 : 0.5f));
        at -= r->corners ? 0 : 0.5f; /* a statement of its own: no host fuses it with the product */
        at = r->in == r->out ? (float)i : at < 0 ? 0 : at;
        int64_t low = (int64_t)at < r->in - 1 ? (int64_t)at : r->in - 1;
        first[i] = (int32_t)low;
        weight[i] = fminf(fmaxf(at - (float)low, 0), 1);
    }
}

/* a * (1 - weight) + b * weight */
static Expr *mixed(Expr *a, Expr *b, Expr *weight)
{
    Expr *rest = expr_new(E_SUB, F32, expr_float(1, F32), weight, NULL);
    return expr_new(E_ADD, F32, expr_new(E_MUL, F32, a, rest, NULL),
                    expr_new(E_MUL, F32, b, weight, NULL), NULL);
}

/* The same as constants. */
Neighbours known_neighbours(Call *c, const Resample *r, int k)
{
    int32_t *first = NEW(int32_t, r->out);
    float *weight = NEW(float, r->out);
    neighbours(r, first, weight);
    return (Neighbours){
        .first = axis_table(c, I32, r->out, k, first, k ? "columns" : "rows"),
        .weight = axis_table(c, F32, r->out, k, weight, k ? "column_weights" : "row_weights")};
}

void mix_neighbours(Call *c, Value *in, const Neighbours n[2], Value *out)
{
    Value *operand[7] = {in, n[0].first, n[1].first, n[0].weight, n[1].weight};
    int nin = 5;
    Expr *at[2][2]; /* of rows, of columns: the first neighbour and the next */
    for (int k = 0; k < 2; k++) {
        Size *last = size_op(S_ADD, in->type.dim[2 + k], size_const(-1));
        at[k][0] = expr_in(1 + k, I32);
        at[k][1] = i32_op(E_MIN, i32_op(E_ADD, at[k][0], i32_number(1)),
                          expr_size(c, last, I32, operand, &nin));
    }
    Expr *element = expr_in(0, loaded_dtype(in)), *row[2];
    for (int y = 0; y < 2; y++) {
        Expr *corner[2];
        for (int x = 0; x < 2; x++)
            corner[x] = expr_cast(element_at(element_at(element, 2, at[0][y]), 3, at[1][x]), F32);
        row[y] = mixed(corner[0], corner[1], expr_in(4, F32));
    }
    emit_lookup(c, out, nin, operand, mixed(row[0], row[1], expr_in(3, F32)));
}

void lower_upsample_bilinear(Call *c)
{
    Value *in;
    Resample r[2];
    resample_args(c, "input", arg_bool(c, "align_corners"), &in, r);
    Neighbours n[] = {known_neighbours(c, &r[0], 0), known_neighbours(c, &r[1], 1)};
    mix_neighbours(c, in, n, resample_out(c, in, r));
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
static void between_matrices(Call *c, Value *in, const float *rows, const float *columns,
                             Value *out)
{
    Size *h = in->type.dim[2], *w = in->type.dim[3], *oh = out->type.dim[2], *ow = out->type.dim[3];
    Size *channels = size_op(S_MUL, in->type.dim[0], in->type.dim[1]);
    Value *left = value_const(c->g, F32, 2, (int64_t[]){known_size(c, oh), known_size(c, h)}, rows);
    left->role = "rows";
    Value *planes = reshaped(c, row_major(c, as_dtype(c, in, F32)), 3, (Size *[]){channels, h, w});
    Value *half = planes;
    if (columns) {
        int64_t size[] = {known_size(c, w), known_size(c, ow)};
        Value *right = value_const(c->g, F32, 2, size, columns);
        right->role = "columns";
        half = value_new(c->g, F32, 3, (Size *[]){channels, h, ow});
        multiply(c, planes, right, half);
    }
    Value *result = value_new(c->g, F32, 3, (Size *[]){channels, oh, ow});
    Type all = {.dtype = F32, .rank = 3, .dim = {channels, oh, h}}; /* one for all channels */
    Layout same = {.stride = {size_const(0), h, size_const(1)}};
    multiply(c, value_view(c->g, left, &all, &same, size_const(0)), half, result);
    copy_to(c, reshaped(c, result, 4, out->type.dim), out);
}

/* For each of m outputs along an axis of n, the mean of those that it overlaps; [m, n] or [n, m].
 */
static float *mean_matrix(int64_t n, int64_t m, bool by_input)
{
    float *matrix = NEW(float, n *m);
    for (int64_t i = 0; i < m; i++) {
        int64_t first = i * n / m, end = ((i + 1) * n + m - 1) / m;
        for (int64_t k = first; k < end; k++)
            matrix[by_input ? k * m + i : i * n + k] = 1 / (float)(end - first);
    }
    return matrix;
}

void average_adaptively(Call *c, Value *in, Value *out)
{
    float *matrix[2] = {NULL};
    for (int k = 0; k < 2; k++) {
        if (k == 1 && in->type.dim[3] == out->type.dim[3])
            continue;
        int64_t n = known_size(c, in->type.dim[2 + k]), m = known_size(c, out->type.dim[2 + k]);
        need_small_matrix(c, n, m);
        matrix[k] = mean_matrix(n, m, k == 1);
    }
    between_matrices(c, in, matrix[0], matrix[1], out);
}

/* A triangle around the output's place, as wide as the output element is on the input. */
static void triangle(const Resample *r, int64_t i, float *weight, int64_t step)
{
    float centre = r->ratio * ((float)i + 0.5f), width = r->ratio >= 1 ? r->ratio : 1, sum = 0;
    int64_t first = (int64_t)(centre - width + 0.5f), end = (int64_t)(centre + width + 0.5f);
    first = first < 0 ? 0 : first;
    end = end > r->in ? r->in : end;
    for (int64_t k = first; k < end; k++)
        sum += weight[k * step] = fmaxf(1 - fabsf(((float)k - centre + 0.5f) * (1 / width)), 0);
    for (int64_t k = first; k < end; k++)
        weight[k * step] /= sum > 0 ? sum : 1;
    int64_t nearest = centre < (float)(r->in - 1) ? (int64_t)centre : r->in - 1;
    if (!(sum > 0))
        weight[nearest * step] = 1;
}

void lower_upsample_antialias(Call *c)
{
    Value *in;
    Resample r[2];
    float *matrix[2];
    resample_args(c, "self", arg_bool(c, "align_corners"), &in, r);
    for (int k = 0; k < 2; k++) {
        need_small_matrix(c, r[k].in, r[k].out);
        matrix[k] = NEW(float, r[k].in *r[k].out);
        for (int64_t i = 0; i < r[k].out; i++)
            triangle(&r[k], i, matrix[k] + (k ? i : i * r[k].in), k ? r[k].out : 1);
    }
    between_matrices(c, in, matrix[0], matrix[1], resample_out(c, in, r));
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
