/* SPDX-License-Identifier: 0BSD
 * Norms, and distances between rows, which are norms over the columns of all pairs. */
#include "graph/build.h"
#include "import/build/compact.h"
#include "import/build/copy.h"
#include "import/build/reduce.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

#include <math.h>
#include <string.h>

/* Views each row of `v` as often as `pairs`, the shape of all pairs, says; `axis` is the axis of
 * the pairs that `v` does not have. */
static Value *all_pairs(Call *c, Value *v, int axis, int rank, Size *const *pairs)
{
    Type type = {.dtype = v->type.dtype, .rank = rank};
    Layout layout = {0};
    for (int i = 0; i < rank; i++) {
        type.dim[i] = pairs[i];
        layout.stride[i] = i == axis ? size_const(0) : v->layout.stride[i - (i > axis)];
    }
    return value_view(c->g, v, &type, &layout, size_const(0));
}

/* Computes the p-norm over `axes` of `x`, an expression over the values and the number p. `same` is
 * true where `x` counts as 0: another text, since infinities are no distance apart. */
static void norm(Call *c, const Named *named, const char *x, const char *same, double p,
                 uint32_t axes, Value *out)
{
    DType acc = loaded_dtype(out);
    if (!dtype_is_float((int)acc))
        refuse(c, "distances are floats");
    const char *text = p == 0               ? fmt_text("%s ? out(0) : out(1)", same)
                       : p == 2             ? fmt_text("(%s) * (%s)", x, x)
                       : p == 1 || isinf(p) ? fmt_text("abs(%s)", x)
                                            : fmt_text("pow(abs(%s), p)", x);
    ReduceOp op = !isinf(p) ? R_SUM : p > 0 ? R_MAX : R_MIN;
    Step *s = reduce_step(c, op, named, expr_over(c, named, acc, text), axes, out);
    Expr *sum = expr_in(0, acc);
    if (p == 2)
        s->post = expr_new(E_SQRT, acc, sum, NULL, NULL);
    else if (isinf(p) && p > 0) /* also of no columns at all */
        s->post = expr_new(E_MAX, acc, sum, expr_float(0, acc), NULL);
    else if (p != 0 && p != 1 && !isinf(p))
        s->post = expr_new(E_POW, acc, sum, expr_float(1 / p, acc), NULL);
}

/* Computes the p-norm of a - b for all pairs of rows, [..., M, N] from [..., M, K] and [..., N,
 * K]. */
static void distances(Call *c, Value *a, Value *b, double p, Value *out)
{
    int rank = a->type.rank + 1;
    Size *pairs[MAX_RANK + 1];
    memcpy(pairs, out->type.dim, sizeof out->type.dim);
    pairs[rank - 1] = a->type.dim[rank - 2];
    const Named named[] = {{.name = "a", .value = all_pairs(c, a, rank - 2, rank, pairs)},
                           {.name = "b", .value = all_pairs(c, b, rank - 3, rank, pairs)},
                           {.name = "p", .number = p},
                           {0}};
    norm(c, named, "a - b", "a == b", p, 1u << (rank - 1), out);
}

static double arg_norm(Call *c)
{
    double p = arg_float(c, "p");
    if (!(p >= 0))
        refuse(c, "there is no %g-norm", p);
    return p;
}

void lower_cdist(Call *c)
{
    Value *a = arg_tensor(c, "x1"), *b = arg_tensor(c, "x2");
    int rank = a->type.rank;
    if (rank < 2 || b->type.rank != rank || rank == MAX_RANK || a->type.dtype != b->type.dtype ||
        !dtype_is_float((int)a->type.dtype))
        refuse(c, "both operands need the same rank, at least 2, and float elements");
    need_equal(c, "columns", a->type.dim[rank - 1], b->type.dim[rank - 1]);
    for (int i = 0; i < rank - 2; i++)
        need_equal(c, "batches", a->type.dim[i], b->type.dim[i]);
    Size *dim[MAX_RANK] = {0};
    memcpy(dim, a->type.dim, sizeof dim);
    dim[rank - 1] = b->type.dim[rank - 2];
    distances(c, a, b, arg_norm(c), arg_out(c, "out", rank, dim));
}

/* Computes the distances among the rows of one matrix, each pair once: the upper triangle of
 * all. */
void lower_pdist(Call *c)
{
    Value *in = arg_tensor(c, "self");
    need_rank(c, "self", in, 2);
    Size *n = in->type.dim[0],
         *others = size_op(S_MAX, size_op(S_ADD, n, size_const(-1)), size_const(0));
    Size *square[] = {n, n}, *pairs = size_op(S_FDIV, size_op(S_MUL, n, others), size_const(2));
    Value *out = arg_out(c, "out", 1, &pairs);
    if (!dtype_is_float((int)in->type.dtype) || !dtype_is_float((int)out->type.dtype))
        refuse(c, "distances are floats");
    Value *all = value_new(c->g, out->type.dtype, 2, square);
    Value *upper = value_new(c->g, BOOL, 2, square);
    distances(c, in, in, arg_norm(c), all);
    emit_map(c, upper, 0, NULL, expr_new(E_LT, I64, expr_axis(0), expr_axis(1), NULL));
    compact(c, all, upper, out);
}

static Value *of_type(Call *c, Value *v, DType type) /* halves add up as floats */
{
    return as_dtype(c, v, type == F16 || type == BF16 ? F32 : type);
}

void lower_vector_norm(Call *c)
{
    Value *in = arg_tensor(c, "self");
    uint32_t axes = arg_axes(c, "dim", in->type.rank);
    Size *dim[MAX_RANK] = {0};
    int rank = reduced_dims(in, axes, arg_bool(c, "keepdim"), dim);
    Value *out = arg_out(c, "out", rank, dim);
    double p = arg_float(c, "ord");
    if (!dtype_is_float((int)in->type.dtype) || !dtype_is_float((int)out->type.dtype))
        refuse(c, "norms are of floats");
    const Named named[] = {
        {.name = "x", .value = of_type(c, in, out->type.dtype)}, {.name = "p", .number = p}, {0}};
    norm(c, named, "x", "x == 0", p, axes, out);
}

/* Computes the norm of all differences, one number. */
void lower_dist(Call *c)
{
    Value *operand[] = {arg_tensor(c, "self"), arg_tensor(c, "other")};
    Value *out = arg_out(c, "out", 0, NULL);
    Size *dim[MAX_RANK] = {0};
    int rank;
    broadcast_dims(c, 2, operand, &rank, dim);
    if (!dtype_is_float((int)out->type.dtype))
        refuse(c, "distances are floats");
    double p = arg_float(c, "p");
    Value *difference = value_new(c->g, loaded_dtype(out), rank, dim);
    map_over(c, difference,
             (Named[]){{.name = "a", .value = of_type(c, operand[0], out->type.dtype)},
                       {.name = "b", .value = of_type(c, operand[1], out->type.dtype)},
                       {0}},
             "a - b");
    const Named named[] = {{.name = "x", .value = difference}, {.name = "p", .number = p}, {0}};
    norm(c, named, "x", "x == 0", p, (uint32_t)((1ull << rank) - 1), out);
}
