/* SPDX-License-Identifier: 0BSD
 * Distances between rows: reductions over the columns of all pairs. */
#include "lower.h"

#include <math.h>
#include <string.h>

/* Each row of `v` as often as `pairs` says; `axis` is the axis of the pairs that it does not have.
 */
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

/* The p-norm of a - b, [..., M, N] from [..., M, K] and [..., N, K]. */
static void distances(Call *c, Value *a, Value *b, double p, Value *out)
{
    int rank = a->type.rank + 1;
    Size *pairs[MAX_RANK + 1];
    memcpy(pairs, out->type.dim, sizeof out->type.dim);
    pairs[rank - 1] = a->type.dim[rank - 2];
    DType acc = loaded_dtype(out);
    const Named named[] = {{.name = "a", .value = all_pairs(c, a, rank - 2, rank, pairs)},
                           {.name = "b", .value = all_pairs(c, b, rank - 3, rank, pairs)},
                           {.name = "p", .number = p},
                           {0}};
    const char *text = p == 0     ? "a == b ? out(0) : out(1)"
                       : p == 1   ? "abs(a - b)"
                       : p == 2   ? "(a - b) * (a - b)"
                       : isinf(p) ? "abs(a - b)"
                                  : "pow(abs(a - b), p)";
    Step *s = reduce_step(c, isinf(p) ? R_MAX : R_SUM, named, expr_over(c, named, acc, text),
                          1u << (rank - 1), out);
    Expr *sum = expr_in(0, acc);
    if (p == 2)
        s->post = expr_new(E_SQRT, acc, sum, NULL, NULL);
    else if (isinf(p)) /* also of no columns at all */
        s->post = expr_new(E_MAX, acc, sum, expr_float(0, acc), NULL);
    else if (p != 0 && p != 1)
        s->post = expr_new(E_POW, acc, sum, expr_float(1 / p, acc), NULL);
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

/* Among the rows of one matrix, each pair once: the upper triangle of all distances. */
void lower_pdist(Call *c)
{
    Value *in = arg_tensor(c, "self");
    need_rank(c, "self", in, 2);
    if (!size_is_const(in->type.dim[0]) || !dtype_is_float((int)in->type.dtype))
        refuse(c, "pairs of rows whose number is known only at run time");
    int64_t n = known_size(c, in->type.dim[0]), pairs = n * (n - 1) / 2, k = 0;
    if (n > 2048)
        refuse(c, "%lld rows have too many pairs", (long long)n);
    Size *square[] = {size_const(n), size_const(n)}, *count = size_const(pairs);
    Value *all = value_new(c->g, in->type.dtype, 2, square);
    distances(c, in, in, arg_norm(c), all);
    int32_t *position = NEW(int32_t, pairs);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = i + 1; j < n; j++)
            position[k++] = (int32_t)(i * n + j);
    Value *line = reshaped(c, all, 1, (Size *[]){size_const(n * n)});
    Value *operand[] = {line, value_const(c->g, I32, 1, &pairs, position)};
    operand[1]->role = "pairs";
    emit_lookup(c, arg_out(c, "out", 1, &count), 2, operand,
                element_at(expr_in(0, loaded_dtype(in)), 0, expr_in(1, I32)));
}
