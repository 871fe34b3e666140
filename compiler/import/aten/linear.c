/* SPDX-License-Identifier: 0BSD
 * Matrix products, float and quantised. */
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/build/expr.h"
#include "import/build/gemm.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"

#include <math.h>
#include <string.h>

/* Appends a product. Small integers multiply and add as i32: what is kept of them is the same. */
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

/* Can kernels take the factor? They take it as a float, and a parameter in C is no NaN. */
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

/* Lowers addbmm: the sum of a batch's products is one product, of rows side by side. */
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

/* Lowers addmv as a product of matrices: vectors are columns. */
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

void lower_linear(Call *c)
{
    linear_step(c, arg_tensor(c, "input"), arg_tensor(c, "weight"), arg_maybe(c, "bias"), "weight",
                multiply_add);
}
