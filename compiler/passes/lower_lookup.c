/* SPDX-License-Identifier: 0BSD
 * Operators that read elements at computed positions: pads that mirror or repeat the edge, and
 * resampling, whose positions and weights are tables along each axis. */
#include "lower.h"

#include <math.h>

void emit_lookup(Call *c, Value *out, int nin, Value *const *in, Expr *e)
{
    Step *s = emit_step(c, K_LOOKUP, nin, 1);
    for (int i = 0; i < nin; i++)
        s->in[i] = in[i];
    s->out[0] = out;
    s->expr = expr_cast(e, out->type.dtype);
    step_append(c->block, s);
}

Expr *element_at(Expr *element, int axis, Expr *position)
{
    Expr *e = expr_new(E_AT, element->type, element, position, NULL);
    e->index = axis;
    return e;
}

Expr *i32_number(int64_t n)
{
    return expr_int(n, I32);
}

Expr *i32_op(ExprOp op, Expr *a, Expr *b)
{
    return expr_new(op, I32, a, b, NULL);
}

/* -- pads -- */

/* Position in an axis of n elements of one that lies outside, reflected at the edge element. */
static Expr *reflected(Expr *at, int64_t n)
{
    Expr *from_start = expr_new(E_ABS, I32, at, NULL, NULL);
    Expr *from_end = i32_op(E_SUB, i32_number(n - 1), from_start);
    return i32_op(E_SUB, i32_number(n - 1), expr_new(E_ABS, I32, from_end, NULL, NULL));
}

static Expr *clamped(Expr *at, int64_t n)
{
    return i32_op(E_MIN, i32_op(E_MAX, at, i32_number(0)), i32_number(n - 1));
}

static void pad_by_position(Call *c, int axes, bool reflect)
{
    Value *in = arg_tensor(c, "self");
    int64_t pad[6];
    int rank = in->type.rank;
    if (arg_ints(c, "padding", pad, 6) != 2 * axes || rank < axes)
        refuse(c, "the padding does not fit a tensor of rank %d", rank);
    Size *dim[MAX_RANK];
    Expr *e = expr_in(0, loaded_dtype(in));
    for (int i = 0; i < rank; i++) {
        int k = rank - 1 - i; /* the last axis comes first */
        dim[i] = in->type.dim[i];
        if (k >= axes)
            continue;
        if (!size_is_const(dim[i]))
            refuse(c, "padding an axis whose size is known only at run time is not there yet");
        int64_t n = size_value(dim[i]), low = pad[2 * k], high = pad[2 * k + 1];
        if (n < 1 || (reflect && (low >= n || high >= n)))
            refuse(c, "an axis of %lld elements is too short for its padding", (long long)n);
        Expr *at = i32_op(E_SUB, expr_cast(expr_axis(i), I32), i32_number(low));
        e = element_at(e, i, reflect ? reflected(at, n) : clamped(at, n));
        dim[i] = size_const(n + low + high);
    }
    emit_lookup(c, arg_out(c, "out", rank, dim), 1, &in, e);
}

void lower_reflection_pad1d(Call *c)
{
    pad_by_position(c, 1, true);
}

void lower_reflection_pad2d(Call *c)
{
    pad_by_position(c, 2, true);
}

void lower_reflection_pad3d(Call *c)
{
    pad_by_position(c, 3, true);
}

void lower_replication_pad1d(Call *c)
{
    pad_by_position(c, 1, false);
}

void lower_replication_pad2d(Call *c)
{
    pad_by_position(c, 2, false);
}

void lower_replication_pad3d(Call *c)
{
    pad_by_position(c, 3, false);
}

/* -- resampling of the last two axes -- */

typedef struct Resample { /* along one axis */
    int64_t in, out;
    float ratio; /* input elements for one output element */
    bool corners;
} Resample;

/* Rows (k = 0) or columns (k = 1); the reference rounds the ratio to float once. */
static Resample resample(Call *c, const Value *in, int k, Size *const *size, const double *scale,
                         bool corners)
{
    Resample r = {.corners = corners};
    if (!size_is_const(in->type.dim[2 + k]) || !size_is_const(size[k]))
        refuse(c, "resampling to sizes that are known only at run time is not there yet");
    r.in = size_value(in->type.dim[2 + k]);
    r.out = size_value(size[k]);
    if (r.in < 1 || r.out < 1 || r.in > INT16_MAX || r.out > INT16_MAX)
        refuse(c, "resampling from %lld to %lld elements", (long long)r.in, (long long)r.out);
    if (corners)
        r.ratio = r.out > 1 ? (float)((double)(r.in - 1) / (double)(r.out - 1)) : 0;
    else
        r.ratio = (float)(1 / scale[k]);
    return r;
}

/* The result's sizes come from `output_size` or from `scale_factors`, the scale likewise. */
static void resample_args(Call *c, const char *input, bool corners, Value **in, Resample r[2])
{
    Size *size[2];
    double scale[2];
    *in = arg_tensor(c, input);
    need_rank(c, input, *in, 4);
    if (arg_given(c, "output_size")) {
        if (arg_sizes(c, "output_size", size, 2) != 2)
            refuse(c, "two output sizes are expected");
        for (int k = 0; k < 2; k++)
            scale[k] = (double)size[k]->hi / (double)(*in)->type.dim[2 + k]->hi;
    } else {
        arg_floats(c, "scale_factors", scale, 2);
        for (int k = 0; k < 2; k++)
            size[k] = size_const((int64_t)((double)(*in)->type.dim[2 + k]->hi * scale[k]));
    }
    for (int k = 0; k < 2; k++)
        r[k] = resample(c, *in, k, size, scale, corners);
}

static Value *resample_out(Call *c, const Value *in, const Resample r[2])
{
    Size *dim[] = {in->type.dim[0], in->type.dim[1], size_const(r[0].out), size_const(r[1].out)};
    return arg_out(c, "out", 4, dim);
}

/* A constant with one element for each row or column of the result. */
static Value *axis_table(Call *c, DType type, int64_t n, int k, const void *data, const char *role)
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
        float at = r->corners ? r->ratio * (float)i : r->ratio * ((float)i + 0.5f) - 0.5f;
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

void lower_upsample_bilinear(Call *c)
{
    Value *operand[5];
    Resample r[2];
    resample_args(c, "input", arg_bool(c, "align_corners"), &operand[0], r);
    Expr *at[2][2]; /* of rows, of columns: the first neighbour and the next */
    for (int k = 0; k < 2; k++) {
        int32_t *first = NEW(int32_t, r[k].out);
        float *weight = NEW(float, r[k].out);
        neighbours(&r[k], first, weight);
        operand[1 + k] = axis_table(c, I32, r[k].out, k, first, k ? "columns" : "rows");
        operand[3 + k] =
            axis_table(c, F32, r[k].out, k, weight, k ? "column_weights" : "row_weights");
        at[k][0] = expr_in(1 + k, I32);
        at[k][1] = i32_op(E_MIN, i32_op(E_ADD, at[k][0], i32_number(1)), i32_number(r[k].in - 1));
    }
    Expr *in = expr_in(0, loaded_dtype(operand[0])), *row[2];
    for (int y = 0; y < 2; y++) {
        Expr *corner[2];
        for (int x = 0; x < 2; x++)
            corner[x] = expr_cast(element_at(element_at(in, 2, at[0][y]), 3, at[1][x]), F32);
        row[y] = mixed(corner[0], corner[1], expr_in(4, F32));
    }
    emit_lookup(c, resample_out(c, operand[0], r), 5, operand,
                mixed(row[0], row[1], expr_in(3, F32)));
}
