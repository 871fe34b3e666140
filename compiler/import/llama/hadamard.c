/* SPDX-License-Identifier: 0BSD
 * Walsh-Hadamard transforms of rows, which spread outliers before a quantisation. */
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/build/gemm.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

enum { BLOCK = 7, ORDER = 4 * BLOCK };

/* Returns an element of a Hadamard matrix of order 28 in Williamson's form, [A B C D; -B A -D C; -C
 * D A -B; -D -C B A]: the rows of each block are the rotations of its first one. The operator means
 * this one of many. */
static double sign_28(int row, int column)
{
    static const char *const first[] = {"+------", "--++++-", "-+-++-+", "-++--++"};
    static const struct {
        int block, sign;
    } which[4][4] = {{{0, 1}, {1, 1}, {2, 1}, {3, 1}},
                     {{1, -1}, {0, 1}, {3, -1}, {2, 1}},
                     {{2, -1}, {3, 1}, {0, 1}, {1, -1}},
                     {{3, -1}, {2, -1}, {1, 1}, {0, 1}}};
    int block = which[row / BLOCK][column / BLOCK].block;
    char sign = first[block][(column - row + ORDER) % BLOCK];
    return which[row / BLOCK][column / BLOCK].sign * (sign == '+' ? 1 : -1);
}

/* Returns the transposed matrix, once for each of `rows` products. */
static Value *matrix_28(Call *c, DType type, Size *rows)
{
    double *sign = NEW(double, ORDER *ORDER);
    for (int i = 0; i < ORDER * ORDER; i++)
        sign[i] = sign_28(i % ORDER, i / ORDER);
    Value *v = weight_numbers(c, type, 2, (int64_t[]){ORDER, ORDER}, sign);
    Type many = {.dtype = type, .rank = 3, .dim = {rows, v->type.dim[0], v->type.dim[1]}};
    Layout same = {.stride = {size_const(0), v->layout.stride[0], v->layout.stride[1]}};
    return value_view(c->g, v, &many, &same, size_const(0));
}

static void transform(Call *c, Value *in, Value *out)
{
    Step *s = emit_step(c, K_OPAQUE, 1, 1);
    s->fn = FN_HADAMARD;
    s->in[0] = in;
    s->out[0] = out;
    step_append(c->block, s);
}

/* Transforms rows of 2^k elements orthonormally; those of 28 * 2^k are 28 such rows, which the
 * matrix of order 28 then mixes as it is, with elements of 1 and -1. */
void lower_hadamard(Call *c)
{
    Value *mat = arg_tensor(c, "mat");
    int rank = mat->type.rank;
    if (!dtype_is_float((int)mat->type.dtype))
        refuse(c, "transforming %s", dtype_name((int)mat->type.dtype));
    int64_t n = rank ? known_size(c, mat->type.dim[rank - 1]) : 0;
    int64_t blocks = n % ORDER ? 1 : ORDER, power = n / blocks;
    if (power < 1 || power > INT32_MAX || (power & (power - 1)))
        refuse(c, "rows of %lld elements: neither a power of two nor 28 times one", (long long)n);
    Value *out = arg_out(c, "out", rank, mat->type.dim);
    Size *rows = size_op(S_FDIV, value_numel(mat), size_const(n));
    Size *dim[] = {rows, size_const(blocks), size_const(power)};
    Value *in = reshaped(c, row_major(c, widened(c, mat)), 3, dim);
    Value *mixed = value_new(c->g, in->type.dtype, 3, dim);
    transform(c, in, mixed);
    if (blocks == ORDER) {
        in = mixed;
        mixed = value_new(c->g, in->type.dtype, 3, dim);
        multiply(c, matrix_28(c, in->type.dtype, rows), in, mixed);
    }
    copy_to(c, reshaped(c, mixed, rank, mat->type.dim), out);
}
