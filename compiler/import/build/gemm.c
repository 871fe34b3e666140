/* SPDX-License-Identifier: 0BSD
 * Products of matrices. */
#include "import/build/gemm.h"
#include "graph/build.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

#include <string.h>

/* Appends the product of `in`, its leading axes as rows, with `weight`, [N, K]. The result keeps
 * its leading axes, because a step writes a whole value, never a view. */
Step *linear_step(Call *c, Value *in, Value *weight, Value *bias, const char *weight_name,
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

/* Refuses an addend that does not broadcast to the product: it has at most the axes [batch, rows,
 * columns], each whole or 1. */
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
