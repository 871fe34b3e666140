/* SPDX-License-Identifier: 0BSD
 * Matrix products, float and quantised. */
#include "lower.h"

#include <string.h>

/* The addend of a product has at most the axes [batch, rows, columns], each whole or 1. */
static void need_broadcast(Call *c, const char *what, const Value *v, Size *rows, Size *columns)
{
    int rank = v->type.rank;
    Size *one = size_const(1);
    bool fits = rank <= 2 &&
                (rank < 1 || v->type.dim[rank - 1] == columns || v->type.dim[rank - 1] == one) &&
                (rank < 2 || v->type.dim[0] == rows || v->type.dim[0] == one);
    if (!fits)
        refuse(c, "the shape of %s does not broadcast to that of the product", what);
}

Step *gemm_step(Call *c, Value *a, Value *b, Value *add, Value *out)
{
    if (add)
        need_broadcast(c, "the addend", add, a->type.dim[a->type.rank - 2],
                       b->type.dim[b->type.rank - 1]);
    Step *s = emit_step(c, K_GEMM, GEMM_OPERANDS, 1);
    s->in[GEMM_A] = a;
    s->in[GEMM_B] = b;
    s->in[GEMM_C] = add;
    s->out[0] = out;
    s->alpha = s->beta = 1;
    step_append(c->block, s);
    return s;
}

void multiply(Call *c, Value *a, Value *b, Value *out)
{
    gemm_step(c, a, b, NULL, out);
}

/* Small integers multiply and add as i32: what is kept of them is the same. */
static void matmul(Call *c, Value *a, Value *b, Value *add, double alpha, double beta)
{
    int rank = a->type.rank;
    const bool small = dtype_is_int((int)a->type.dtype) && dtype_bytes((int)a->type.dtype) < 4;
    if (small) {
        a = as_dtype(c, a, I32);
        b = as_dtype(c, b, I32);
        add = add ? as_dtype(c, add, I32) : NULL;
    }
    if (a->type.dtype == F64 && ((double)(float)alpha != alpha || (double)(float)beta != beta))
        refuse(c, "factors of a product of doubles that are no floats");
    need_equal(c, "inner sizes of the product", a->type.dim[rank - 1], b->type.dim[rank - 2]);
    if (rank == 3)
        need_equal(c, "batches", a->type.dim[0], b->type.dim[0]);
    Size *dim[MAX_RANK] = {0};
    memcpy(dim, a->type.dim, sizeof dim);
    dim[rank - 1] = b->type.dim[rank - 1];
    Value *out = arg_out(c, "out", rank, dim);
    Value *wide = small ? value_new(c->g, I32, rank, dim) : out;
    Step *s = gemm_step(c, a, b, add, wide);
    s->alpha = (float)alpha;
    s->beta = (float)beta;
    narrow_result(c, wide, out);
}

void lower_addmm(Call *c)
{
    Value *a = arg_tensor(c, "mat1"), *b = arg_tensor(c, "mat2");
    need_rank(c, "mat1", a, 2);
    need_rank(c, "mat2", b, 2);
    matmul(c, a, b, arg_tensor(c, "self"), arg_float(c, "alpha"), arg_float(c, "beta"));
}

void lower_mm(Call *c)
{
    Value *a = arg_tensor(c, "self"), *b = arg_tensor(c, "mat2");
    need_rank(c, "self", a, 2);
    need_rank(c, "mat2", b, 2);
    matmul(c, a, b, NULL, 1, 1);
}

void lower_bmm(Call *c)
{
    Value *a = arg_tensor(c, "self"), *b = arg_tensor(c, "mat2");
    need_rank(c, "self", a, 3);
    need_rank(c, "mat2", b, 3);
    matmul(c, a, b, NULL, 1, 1);
}

Value *as_rows(Call *c, Value *v)
{
    int rank = v->type.rank;
    if (rank == 2)
        return v;
    if (rank == 0 || !layout_is_row_major(v))
        refuse(c, "the operand's elements are not in row-major order");
    Size *k = v->type.dim[rank - 1], *rows = size_const(1);
    for (int i = 0; i < rank - 1; i++)
        rows = size_op(S_MUL, rows, v->type.dim[i]);
    Type type = {.dtype = v->type.dtype, .rank = 2, .dim = {rows, k}};
    Layout layout = {.stride = {k, size_const(1)}};
    return value_view(c->g, v, &type, &layout, size_const(0));
}

/* The product into `out`, whose leading axes are the rows: the step writes a view's base. */
static Step *linear_step(Call *c, Value *in, Value *weight, Value *bias, const char *weight_name)
{
    static const int swap[] = {1, 0};
    need_rank(c, weight_name, weight, 2);
    int rank = in->type.rank;
    if (rank == 0)
        refuse(c, "the operand of a linear layer has no axis");
    need_equal(c, "features", in->type.dim[rank - 1], weight->type.dim[1]);
    Size *dim[MAX_RANK] = {0};
    memcpy(dim, in->type.dim, sizeof dim);
    dim[rank - 1] = weight->type.dim[0];
    Value *out = arg_out(c, "out", rank, dim);
    return gemm_step(c, as_rows(c, in), view_axes(c, weight, 2, swap), bias, out);
}

void lower_linear(Call *c)
{
    linear_step(c, arg_tensor(c, "input"), arg_tensor(c, "weight"), arg_maybe(c, "bias"), "weight");
}

void lower_cm_linear(Call *c)
{
    Value *sum = arg_maybe(c, "kernel_sum"); /* the bias with the input's zero point worked in */
    Value *bias = sum ? sum : arg_maybe(c, "bias");
    int64_t mult[1], shift[1];
    if (arg_ints(c, "requantize_multipliers", mult, 1) != 1 ||
        arg_ints(c, "requantize_shifts", shift, 1) != 1)
        refuse(c, "one multiplier and one shift are expected");
    Step *s = linear_step(c, arg_tensor(c, "input"), arg_tensor(c, "weights"), bias, "weights");
    int64_t q[] = {sum ? 0 : arg_int(c, "input_offset"), arg_int(c, "output_offset"),
                   arg_int(c, "activation_min"), arg_int(c, "activation_max"),
                   arg_int(c, "filter_offset")};
    if (bias && bias->type.dtype != I32)
        refuse(c, "bias and kernel_sum must be i32");
    s->in[GEMM_MULT] = weight_ints(c, 1, mult);
    s->in[GEMM_SHIFT] = weight_ints(c, 1, shift);
    s->in[GEMM_QUANT] = weight_ints(c, 5, q);
    s->requant = RQ_Q31_DOUBLE;
}

void lower_cm_batch_matmul(Call *c)
{
    Value *a = arg_tensor(c, "lhs"), *b = arg_tensor(c, "rhs_transposed");
    int64_t mult = arg_int(c, "output_multiplier"), shift = arg_int(c, "output_shift");
    need_rank(c, "lhs", a, 3);
    need_rank(c, "rhs_transposed", b, 3);
    b = view_axes(c, b, 3, (int[]){0, 2, 1});
    need_equal(c, "inner sizes of the product", a->type.dim[2], b->type.dim[1]);
    need_equal(c, "batches", a->type.dim[0], b->type.dim[0]);
    Size *dim[] = {a->type.dim[0], a->type.dim[1], b->type.dim[2]};
    Step *s = gemm_step(c, a, b, NULL, arg_out(c, "out", 3, dim));
    int64_t q[] = {arg_int(c, "lhs_zero_point"), arg_int(c, "output_zero_point"), -128, 127,
                   arg_int(c, "rhs_zero_point")};
    s->in[GEMM_MULT] = weight_ints(c, 1, &mult);
    s->in[GEMM_SHIFT] = weight_ints(c, 1, &shift);
    s->in[GEMM_QUANT] = weight_ints(c, 5, q);
    s->requant = RQ_Q31_DOUBLE;
}
