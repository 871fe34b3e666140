/* SPDX-License-Identifier: 0BSD
 * Elementwise operators: the row's expression over the call's arguments. */
#include "import/aten/map.h"
#include "graph/build.h"
#include "import/build/expr.h"
#include "import/build/slice.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

#include <math.h>

void lower_map(Call *c)
{
    lower_map_as(c, c->row->compute, c->row->map);
}

void lower_div_mode(Call *c)
{
    if (!arg_given(c, "rounding_mode"))
        lower_map_as(c, COMPUTE_FLOAT, "self / other");
    else if (arg_is(c, "rounding_mode", "floor"))
        lower_map_as(c, COMPUTE_PROMOTE, "floordiv(self, other)");
    else if (arg_is(c, "rounding_mode", "trunc"))
        lower_map_as(c, COMPUTE_PROMOTE, "trunc(self / other)");
    else
        refuse(c, "there is no such rounding mode");
}

void lower_gelu(Call *c)
{
    if (arg_is(c, "approximate", "tanh"))
        lower_map_as(c, COMPUTE_FLOAT,
                     "0.5 * self * (1 + tanh(0.7978845608028654 * "
                     "(self + 0.044715 * self * self * self)))");
    else
        lower_map_as(c, COMPUTE_FLOAT, "self * 0.5 * (1 + erf(self * 0.7071067811865476))");
}

/* Rounds to "decimals" decimals; negative ones round to tens, hundreds and so on. */
void lower_round_decimals(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int64_t decimals = arg_int(c, "decimals");
    const Named named[] = {{.name = "self", .value = in},
                           {.name = "ten", .number = pow(10, fabs((double)decimals))},
                           {0}};
    const char *text = !dtype_is_float((int)in->type.dtype) ? "self"
                       : decimals < 0                       ? "rint(self / ten) * ten"
                                                            : "rint(self * ten) / ten";
    map_over(c, arg_out(c, "out", in->type.rank, in->type.dim), named, text);
}

void lower_logit(Call *c)
{
    lower_map_as(c, COMPUTE_FLOAT,
                 arg_given(c, "eps") ? "log(min(max(self, eps), 1 - eps) / "
                                       "(1 - min(max(self, eps), 1 - eps)))"
                                     : "log(self / (1 - self))");
}

/* Keeps the elements on one side of a diagonal: an element's column minus its row says which. */
void lower_tril(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int rank = in->type.rank;
    if (rank < 2)
        refuse(c, "a triangle needs two axes");
    Expr *below = expr_new(E_SUB, I64, expr_axis(rank - 1), expr_axis(rank - 2), NULL);
    Expr *keep = expr_new(E_LE, I64, below, expr_int(arg_int(c, "diagonal"), I64), NULL);
    DType type = loaded_dtype(in);
    Value *out = arg_out(c, "out", rank, in->type.dim);
    Expr *zero = expr_number(0, type);
    emit_map(c, out, 1, &in, expr_new(E_SELECT, type, keep, expr_in(0, type), zero));
}

/* Combines the two halves along one axis: a * sigmoid(b). */
void lower_glu(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank);
    if (in->type.rank == 0)
        refuse(c, "a number has no halves");
    Size *n = in->type.dim[axis], *half = size_op(S_FDIV, n, size_const(2));
    need_equal(c, "twice a half", n, size_op(S_MUL, half, size_const(2)));
    Value *a = slice_of(c, in, axis, size_const(0), half), *b = slice_of(c, in, axis, half, half);
    map_over(c, arg_out(c, "out", a->type.rank, a->type.dim),
             (Named[]){{.name = "a", .value = a}, {.name = "b", .value = b}, {0}},
             "a * sigmoid(b)");
}
