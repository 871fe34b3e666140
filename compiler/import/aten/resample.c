/* SPDX-License-Identifier: 0BSD
 * Resampling of the last two of four axes: positions and weights are tables along each axis, or a
 * matrix where the number of weights varies. */
#include "import/build/resample.h"
#include "graph/build.h"
#include "graph/patterns.h"
#include "import/build/compact.h"
#include "import/build/copy.h"
#include "import/build/lookup.h"
#include "import/build/reduce.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

/* Returns how rows (k = 0) or columns (k = 1) are resampled; the reference rounds the ratio to
 * float once. If `scale` is 0, the sizes give it. */
static Resample resample(Call *c, const Value *in, int k, Size *size, double scale, bool corners)
{
    Resample r = {.in = in->type.dim[2 + k], .out = size, .corners = corners};
    need_extents(c, &r);
    if (!has_known_sizes(&r) && (corners || scale == 0)) {
        r.measured = map_over(
            c, value_new(c->g, F32, 0, NULL),
            (Named[]){named_size(c, "n", corners ? resample_before(r.in) : r.in),
                      named_size(c, "m", corners ? resample_before(r.out) : r.out),
                      {0}},
            corners ? "f64(m) == 0 ? f32(0) : f32(f64(n) / f64(m))" : "f32(1 / (f64(m) / f64(n)))");
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

/* Returns n * scale, rounded down. */
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

/* Reads the arguments: the result's sizes come from `output_size` or from `scale_factors`, the
 * scale likewise. */
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

void lower_upsample_nearest(Call *c)
{
    Value *operand[3];
    Resample r[2];
    resample_args(c, "input", false, &operand[0], r);
    Expr *e = expr_in(0, loaded_dtype(operand[0]));
    for (int k = 0; k < 2; k++) {
        operand[1 + k] = resample_axis_values(
            c, I32, &r[k], k, "min(i32(f32(i) * ratio), i32(n) - 1)", k ? "columns" : "rows");
        e = element_at(e, 2 + k, expr_in(1 + k, I32));
    }
    emit_lookup(c, resample_out(c, operand[0], r), 3, operand, e);
}

void lower_upsample_bilinear(Call *c)
{
    Value *in;
    Resample r[2];
    resample_args(c, "input", arg_bool(c, "align_corners"), &in, r);
    resample_bilinear(c, in, r, resample_out(c, in, r));
}

/* Gives the weight of element j in output i: a triangle around the output's place, as wide as the
 * output element is on the input. */
#define CENTRE "ratio * (f32(i) + 0.5)"
#define WIDTH  "max(f32(ratio), 1)"
static const char triangle[] =
    "max(i32(" CENTRE " - " WIDTH " + 0.5), 0) <= j &&"
    " j < min(i32(" CENTRE " + " WIDTH " + 0.5), i32(n))"
    " ? max(1 - abs((f32(j) - " CENTRE " + 0.5) * (1 / " WIDTH ")), 0) : f32(0)";
/* Gives the weights where that triangle holds no element: the nearest counts. */
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
            sum += at[j * step] = (float)resample_value_at(weight, i, j).d;
        for (int64_t j = 0; j < n; j++)
            at[j * step] = sum > 0 ? at[j * step] / sum : (float)resample_value_at(one, i, j).d;
    }
    return resample_matrix(value_const(c->g, F32, 2, (int64_t[]){k ? n : m, k ? m : n}, matrix), k);
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
    s->fn = FN_GRID_SAMPLER2D;
    s->in[0] = widened(c, in);
    s->in[1] = widened(c, grid);
    s->out[0] = wide_result(c, out);
    s->mode = (int)mode;
    s->padding = (int)padding;
    s->corners = arg_bool(c, "align_corners");
    step_append(c->block, s);
    narrow_result(c, s->out[0], out);
}
