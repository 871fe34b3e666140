/* SPDX-License-Identifier: 0BSD
 * Quantisation in the reference's float arithmetic, and what computes with quantised numbers. */
#include "import/quantized/quantized.h"
#include "graph/build.h"
#include "graph/patterns.h"
#include "import/build/copy.h"
#include "import/build/gemm.h"
#include "import/build/lookup.h"
#include "import/build/reduce.h"
#include "import/build/rows.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"

#include <string.h>

/* Views `v`, a vector along `axis` of `in`, so that it broadcasts. */
static Value *along_axis(Call *c, Value *v, const Value *in, int axis)
{
    int order[MAX_RANK], rank = in->type.rank - axis;
    need_rank(c, "scales", v, 1);
    if (in->type.rank == 0)
        refuse(c, "a number has no channels");
    need_equal(c, "scales", v->type.dim[0], in->type.dim[axis]);
    for (int i = 0; i < rank; i++)
        order[i] = i == 0 ? 0 : -1;
    return view_axes(c, v, rank, order);
}

/* Views `v`, one number for each row of `in`, so that it broadcasts, whatever axes the rows are
 * spread over. */
static Value *for_each_row(Call *c, Value *v, const Value *in)
{
    Size *dim[MAX_RANK] = {0}, *rows = size_const(1);
    int rank = in->type.rank;
    if (rank == 0)
        refuse(c, "a number has no rows");
    for (int i = 0; i < rank; i++) {
        dim[i] = i < rank - 1 ? in->type.dim[i] : size_const(1);
        rows = size_op(S_MUL, rows, dim[i]);
    }
    need_equal(c, "rows", value_numel(v), rows);
    return reshaped(c, row_major(c, v), rank, dim);
}

static Named zero_point(Value *v)
{
    return (Named){.name = "zero", .value = v, .none = !v};
}

static const char quantize[] =
    "out(min(fmax(rint(f32(x) * (f32(1) / f32(scale))) + f32(i32(zero)), lo), hi))";
static const char dequantize[] = "f32(i32(x) - i32(zero)) * f32(scale)";
static const char dequantize_plain[] = "f32(i32(x)) * f32(scale)";

static void quantize_by(Call *c, Value *in, Value *scale, Value *zero)
{
    Value *out = arg_out(c, "out", in->type.rank, in->type.dim);
    map_over(c, out,
             (Named[]){{.name = "x", .value = in},
                       {.name = "scale", .value = scale},
                       zero_point(zero),
                       {.name = "lo", .number = (double)arg_int(c, "quant_min")},
                       {.name = "hi", .number = (double)arg_int(c, "quant_max")},
                       {0}},
             quantize);
}

static void dequantize_by(Call *c, Value *in, Value *scale, Value *zero)
{
    Value *out = arg_out(c, "out", in->type.rank, in->type.dim);
    map_over(
        c, out,
        (Named[]){
            {.name = "x", .value = in}, {.name = "scale", .value = scale}, zero_point(zero), {0}},
        zero ? dequantize : dequantize_plain);
}

void lower_quantize_channel(Call *c)
{
    Value *in = arg_tensor(c, "input"), *zero = arg_tensor(c, "zero_points");
    int axis = wrap_axis(c, arg_int(c, "axis"), in->type.rank);
    quantize_by(c, in, along_axis(c, arg_tensor(c, "scales"), in, axis),
                along_axis(c, zero, in, axis));
}

void lower_dequantize_channel(Call *c)
{
    Value *in = arg_tensor(c, "input"), *zero = arg_maybe(c, "zero_points");
    int axis = wrap_axis(c, arg_int(c, "axis"), in->type.rank);
    dequantize_by(c, in, along_axis(c, arg_tensor(c, "scales"), in, axis),
                  zero ? along_axis(c, zero, in, axis) : NULL);
}

void lower_quantize_token(Call *c)
{
    Value *in = arg_tensor(c, "input");
    quantize_by(c, in, for_each_row(c, arg_tensor(c, "scales"), in),
                for_each_row(c, arg_tensor(c, "zero_points"), in));
}

void lower_dequantize_token(Call *c)
{
    Value *in = arg_tensor(c, "input");
    dequantize_by(c, in, for_each_row(c, arg_tensor(c, "scales"), in),
                  for_each_row(c, arg_tensor(c, "zero_points"), in));
}

/* Chooses the scale of [low, high] on [least, most], kept from being too small; then the zero point
 * from the end of the range that loses less, in the reference's mix of float and double. */
static void choose_qparams(Call *c, Value *low, Value *high, double least, double most)
{
    Value *scale = arg_out(c, "scale_out", low->type.rank, low->type.dim);
    Value *zero = arg_out(c, "zero_point_out", low->type.rank, low->type.dim);
    Value *raw = value_new(c->g, F64, low->type.rank, low->type.dim);
    Value *lo = value_like(c->g, low), *hi = value_like(c->g, low);
    Named n[] = {{.name = "low", .value = low},
                 {.name = "high", .value = high},
                 {.name = "raw"},
                 {.name = "small", .number = (double)6.1e-5f},
                 {.name = "span", .number = most - least},
                 {.name = "least", .number = least},
                 {.name = "most", .number = most},
                 {0}};
    map_over(c, raw, n, "(f64(high) - f64(low)) / span");
    n[2].value = raw;
    map_over(c, raw = value_like(c->g, raw), n,
             "f32(raw) == 0 || isinf(1 / f32(raw)) ? f64(0.1) : raw");
    n[2].value = raw;
    map_over(c, scale, n, "raw < small ? f64(small) : raw");
    map_over(c, lo, n,
             "!(raw < small) || low == 0 ? low : high == 0 ? -(f32(small) * span) : "
             "low * (f32(small) / f32(raw))");
    map_over(c, hi, n,
             "!(raw < small) ? high : low == 0 ? f32(small) * span : high == 0 ? high : "
             "high * (f32(small) / f32(raw))");
    n[0].value = lo;
    n[1].value = hi;
    n[2] = (Named){.name = "scale", .value = scale};
    map_over(c, zero, n,
             "i64(rint(f32(min(max("
             "abs(f64(least)) - abs(f64(low) / scale) < abs(f64(most)) - abs(f64(high) / scale) ? "
             "least - f64(low) / scale : most - f64(high) / scale, least), most))))");
}

Value *extreme_or_zero(Call *c, ReduceOp op, Value *in, uint32_t axes, int rank, Size *const *dim)
{
    Value *out = value_new(c->g, F32, rank, dim);
    Step *s = reduce_step(c, op, (Named[]){{.name = "in", .value = in}, {0}},
                          expr_cast(expr_in(0, in->type.dtype), F32), axes, out);
    s->post =
        expr_new(op == R_MIN ? E_FMIN : E_FMAX, F32, expr_in(0, F32), expr_float(0, F32), NULL);
    return out;
}

void lower_choose_qparams(Call *c)
{
    Value *in = arg_tensor(c, "input");
    uint32_t axes = (uint32_t)((1ull << in->type.rank) - 1);
    Value *low = extreme_or_zero(c, R_MIN, in, axes, 0, NULL),
          *high = extreme_or_zero(c, R_MAX, in, axes, 0, NULL);
    Size *one = size_const(1);
    choose_qparams(c, reshaped(c, low, 1, &one), reshaped(c, high, 1, &one),
                   (double)arg_int(c, "quant_min"), (double)arg_int(c, "quant_max"));
}

void lower_choose_qparams_token(Call *c)
{
    Value *in = arg_tensor(c, "input");
    int last = in->type.rank - 1;
    if (last < 0)
        refuse(c, "a number has no rows");
    Size *dim[MAX_RANK] = {0};
    int rank = reduced_dims(in, 1u << last, true, dim);
    Value *low = extreme_or_zero(c, R_MIN, in, 1u << last, rank, dim);
    Value *high = extreme_or_zero(c, R_MAX, in, 1u << last, rank, dim);
    choose_qparams(c, low, high, -128, 127);
}

/* Returns the rows of `table` (one number for each row, or a few) that the index names. */
static Value *picked_rows(Call *c, Value *table, Value *index)
{
    Size *dim[MAX_RANK] = {0};
    memcpy(dim, index->type.dim, sizeof dim);
    if (table->type.rank == 1)
        table = view_axes(c, table, 2, (int[]){0, -1});
    need_rank(c, "weight_scales", table, 2);
    dim[index->type.rank] = table->type.dim[1];
    Value *rows = value_new(c->g, table->type.dtype, index->type.rank + 1, dim);
    gather_rows_from_start(c, table, index, 0, rows);
    return rows;
}

/* Returns number `j` of a row that packs 8 / bits of them into a byte: of 4 bits the high ones
 * first, of 2 bits the low ones. */
static Expr *unpacked(Expr *row, int last, Expr *j, int bits)
{
    if (bits == 8)
        return element_at(row, last, j);
    Expr *per = i32_number(8 / bits);
    Expr *byte = expr_cast(element_at(row, last, i32_op(E_DIV, j, per)), I32);
    Expr *shift = i32_op(E_MUL, i32_op(E_MOD, j, per), i32_number(bits));
    if (bits == 4)
        shift = i32_op(E_SUB, i32_number(4), shift);
    Expr *number = i32_op(E_AND, i32_op(E_SHR, byte, shift), i32_number((1 << bits) - 1));
    return i32_op(E_SUB, number, i32_number(1 << (bits - 1)));
}

void embed(Call *c, Value *weight, int bits, Value *scales, Value *zeros)
{
    Value *index = arg_tensor(c, "indices");
    need_rank(c, "weight", weight, 2);
    if (has_arg(c, "pruned_weights") && arg_bool(c, "pruned_weights"))
        refuse(c, "pruned weights, which the reference does not take either");
    int last = index->type.rank, n = 2;
    Size *columns = size_op(S_MUL, weight->type.dim[1], size_const(8 / bits));
    Value *out = embedding_out(c, index, columns);
    Value *in[] = {picked_rows(c, weight, index), picked_rows(c, scales, index), NULL};
    Size *groups = in[1]->type.dim[last];
    if (!size_is_const(columns) || !size_is_const(groups) || size_value(groups) < 1 ||
        size_value(columns) % size_value(groups))
        refuse(c, "the columns do not divide into groups");
    Expr *j = expr_cast(expr_axis(last), I32);
    Expr *group = i32_op(E_DIV, j, i32_number(known_size(c, columns) / known_size(c, groups)));
    Expr *e = expr_cast(unpacked(expr_in(0, weight->type.dtype), last, j, bits), F32);
    if (zeros) {
        in[n++] = picked_rows(c, zeros, index);
        need_equal(c, "groups of zero points", in[2]->type.dim[last], groups);
        Expr *zero = element_at(expr_in(2, loaded_dtype(zeros)), last, group);
        e = expr_new(E_SUB, F32, e, expr_cast(zero, F32), NULL);
    }
    Expr *scale = element_at(expr_in(1, loaded_dtype(scales)), last, group);
    emit_lookup(c, out, n, in, expr_new(E_MUL, F32, e, expr_cast(scale, F32), NULL));
}

static void embedding(Call *c, int bits)
{
    Value *scales = arg_tensor(c, "weight_scales"), *zeros = arg_maybe(c, "weight_zero_points");
    embed(c, arg_tensor(c, "weight"), bits, scales, zeros);
}

void lower_embedding_byte(Call *c)
{
    embedding(c, 8);
}

void lower_embedding_4bit(Call *c)
{
    embedding(c, 4);
}

void lower_embedding_2bit(Call *c)
{
    embedding(c, 2);
}

/* Returns weights as floats, scaled by row or, with a few scales for each row, by group of
 * columns. */
static Value *scaled_weight(Call *c, Value *weight, Value *scales)
{
    need_rank(c, "weight", weight, 2);
    if (arg_maybe(c, "weight_zero_points"))
        refuse(c, "zero points of weights, which the reference does not take either");
    if (scales->type.rank != 1)
        need_rank(c, "weight_scales", scales, 2);
    need_equal(c, "rows of weights and scales", weight->type.dim[0], scales->type.dim[0]);
    Value *out = value_new(c->g, F32, 2, weight->type.dim);
    Value *in[] = {weight, scales};
    Expr *scale = expr_in(1, loaded_dtype(scales));
    if (scales->type.rank == 1) {
        in[1] = view_axes(c, scales, 2, (int[]){0, -1});
    } else {
        int64_t columns = known_size(c, weight->type.dim[1]),
                groups = known_size(c, scales->type.dim[1]);
        if (groups < 1 || columns % groups)
            refuse(c, "the columns do not divide into groups");
        scale = element_at(
            scale, 1, i32_op(E_DIV, expr_cast(expr_axis(1), I32), i32_number(columns / groups)));
    }
    emit_lookup(c, out, 2, in,
                expr_new(E_MUL, F32, expr_cast(expr_in(0, weight->type.dtype), F32),
                         expr_cast(scale, F32), NULL));
    return out;
}

static void product(Call *c, Value *a, Value *b)
{
    need_equal(c, "inner sizes of the product", a->type.dim[1], b->type.dim[0]);
    Value *out = arg_out(c, "out", 2, (Size *[]){a->type.dim[0], b->type.dim[1]});
    Value *wide = wide_result(c, out);
    multiply(c, widened(c, a), b, wide);
    narrow_result(c, wide, out);
}

void lower_mixed_mm(Call *c)
{
    Value *in = arg_tensor(c, "input"), *weight = arg_tensor(c, "weight");
    need_rank(c, "input", in, 2);
    product(c, in, scaled_weight(c, weight, arg_tensor(c, "weight_scales")));
}

void lower_mixed_linear(Call *c)
{
    Value *in = arg_tensor(c, "input"), *weight = arg_tensor(c, "weight");
    weight = scaled_weight(c, weight, arg_tensor(c, "weight_scales"));
    need_rank(c, "input", in, 2);
    product(c, in, view_axes(c, weight, 2, (int[]){1, 0}));
}
