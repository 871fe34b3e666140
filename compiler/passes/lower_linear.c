/* SPDX-License-Identifier: 0BSD
 * Matrix products, float and quantised. */
#include "lower.h"

#include <math.h>
#include <string.h>

/* The addend of a product has at most the axes [batch, rows, columns], each whole or 1. */
static void need_broadcast(Call *c, const Value *add, const Value *a, const Value *b)
{
    Size *product[] = {a->type.rank == 3 ? a->type.dim[0] : NULL, a->type.dim[a->type.rank - 2],
                       b->type.dim[b->type.rank - 1]};
    int lead = 3 - add->type.rank;
    bool fits = lead >= 3 - a->type.rank;
    for (int i = 0; fits && i < add->type.rank; i++) {
        Size *n = add->type.dim[i], *whole = product[lead + i];
        if (broadcasts(c, n, whole))
            continue;
        fits = n->lo <= whole->hi && whole->lo <= n->hi;
        if (fits)
            need_equal(c, "sizes of addend and product", n, whole);
    }
    if (!fits)
        refuse(c, "the shape of the addend does not broadcast to that of the product");
}

Step *gemm_step(Call *c, Value *a, Value *b, Value *add, Value *out)
{
    if (add)
        need_broadcast(c, add, a, b);
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
static Step *multiply_add(Call *c, Value *a, Value *b, Value *add, Value *out)
{
    const bool small = dtype_is_int((int)a->type.dtype) && dtype_bytes((int)a->type.dtype) < 4;
    if (!small)
        return gemm_step(c, a, b, add, out);
    Value *wide = value_new(c->g, I32, out->type.rank, out->type.dim);
    Step *s = gemm_step(c, as_dtype(c, a, I32), as_dtype(c, b, I32),
                        add ? as_dtype(c, add, I32) : NULL, wide);
    narrow_result(c, wide, out);
    return s;
}

/* Kernels take a factor as a float, and a parameter in C is no NaN. */
static bool is_parameter(double factor, DType type)
{
    if (dtype_is_int((int)type))
        factor = trunc(factor);
    return type == F64 || dtype_is_int((int)type) ? (double)(float)factor == factor
                                                  : !isnan(factor);
}

static void matmul_into(Call *c, Value *a, Value *b, Value *add, Value *out)
{
    double alpha = add ? arg_float(c, "alpha") : 1, beta = add ? arg_float(c, "beta") : 1;
    if (!is_parameter(alpha, a->type.dtype) || !is_parameter(beta, a->type.dtype)) {
        Value *product = value_like(c->g, out);
        multiply(c, a, b, product);
        map_over(c, out,
                 (Named[]){{.name = "product", .value = product},
                           {.name = "add", .value = add},
                           {.name = "alpha", .number = alpha},
                           {.name = "beta", .number = beta},
                           {0}},
                 "alpha * product + beta * add");
        return;
    }
    Step *s = multiply_add(c, a, b, add, out);
    s->alpha = (float)alpha;
    s->beta = (float)beta;
}

static void matmul(Call *c, Value *a, Value *b, Value *add)
{
    int rank = a->type.rank;
    need_equal(c, "inner sizes of the product", a->type.dim[rank - 1], b->type.dim[rank - 2]);
    if (rank == 3)
        need_equal(c, "batches", a->type.dim[0], b->type.dim[0]);
    Size *dim[MAX_RANK] = {0};
    memcpy(dim, a->type.dim, sizeof dim);
    dim[rank - 1] = b->type.dim[rank - 1];
    matmul_into(c, a, b, add, arg_out(c, "out", rank, dim));
}

static Value *arg_of_rank(Call *c, const char *name, int rank)
{
    Value *v = arg_tensor(c, name);
    need_rank(c, name, v, rank);
    return v;
}

void lower_addmm(Call *c)
{
    Value *a = arg_of_rank(c, "mat1", 2), *b = arg_of_rank(c, "mat2", 2);
    matmul(c, a, b, arg_tensor(c, "self"));
}

void lower_mm(Call *c)
{
    Value *a = arg_of_rank(c, "self", 2), *b = arg_of_rank(c, "mat2", 2);
    matmul(c, a, b, NULL);
}

void lower_bmm(Call *c)
{
    Value *a = arg_of_rank(c, "self", 3), *b = arg_of_rank(c, "mat2", 3);
    matmul(c, a, b, NULL);
}

void lower_baddbmm(Call *c)
{
    Value *a = arg_of_rank(c, "batch1", 3), *b = arg_of_rank(c, "batch2", 3);
    matmul(c, a, b, arg_tensor(c, "self"));
}

/* The sum of a batch's products is one product, of rows side by side. */
void lower_addbmm(Call *c)
{
    Value *a = arg_of_rank(c, "batch1", 3), *b = arg_of_rank(c, "batch2", 3);
    need_equal(c, "batches", a->type.dim[0], b->type.dim[0]);
    need_equal(c, "inner sizes of the product", a->type.dim[2], b->type.dim[1]);
    Size *inner = size_op(S_MUL, a->type.dim[0], a->type.dim[2]);
    Value *rows = row_major(c, view_axes(c, a, 3, (int[]){1, 0, 2}));
    matmul(c, reshaped(c, rows, 2, (Size *[]){a->type.dim[1], inner}),
           reshaped(c, row_major(c, b), 2, (Size *[]){inner, b->type.dim[2]}),
           arg_tensor(c, "self"));
}

/* Vectors are columns. */
void lower_addmv(Call *c)
{
    static const int column[] = {0, -1};
    Value *mat = arg_of_rank(c, "mat", 2), *vec = arg_tensor(c, "vec");
    Value *self = arg_tensor(c, "self");
    need_length(c, "vec", vec, mat->type.dim[1]);
    if (self->type.rank)
        self = view_axes(c, self, 2, column);
    Size *dim[] = {mat->type.dim[0], size_const(1)};
    Value *out = arg_out(c, "out", 1, dim), *product = value_new(c->g, out->type.dtype, 2, dim);
    matmul_into(c, mat, view_axes(c, vec, 2, column), self, product);
    copy_to(c, reshaped(c, product, 1, dim), out);
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

typedef Step *Multiply(Call *c, Value *a, Value *b, Value *add, Value *out);

/* The product into `out`, whose leading axes are the rows: the step writes a view's base. */
static Step *linear_step(Call *c, Value *in, Value *weight, Value *bias, const char *weight_name,
                         Multiply *product)
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
    return product(c, as_rows(c, in), view_axes(c, weight, 2, swap), bias, out);
}

void lower_linear(Call *c)
{
    linear_step(c, arg_tensor(c, "input"), arg_tensor(c, "weight"), arg_maybe(c, "bias"), "weight",
                multiply_add);
}

void lower_cm_linear(Call *c)
{
    Value *sum = arg_maybe(c, "kernel_sum"); /* the bias with the input's zero point worked in */
    Value *bias = sum ? sum : arg_maybe(c, "bias");
    int64_t mult[1], shift[1];
    if (arg_ints(c, "requantize_multipliers", mult, 1) != 1 ||
        arg_ints(c, "requantize_shifts", shift, 1) != 1)
        refuse(c, "one multiplier and one shift are expected");
    Step *s = linear_step(c, arg_tensor(c, "input"), arg_tensor(c, "weights"), bias, "weights",
                          gemm_step);
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
