/* SPDX-License-Identifier: 0BSD
 * Operators that read elements at computed positions: pads that mirror or repeat the edge. */
#include "import/build/lookup.h"
#include "graph/build.h"
#include "graph/patterns.h"
#include "import/build/expr.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"

/* Returns the position in an axis that stands for `at`, which may lie outside: reflected at the
 * edge elements 0 and `last`. */
static Expr *reflected(Expr *at, Expr *last)
{
    Expr *from_start = expr_new(E_ABS, I32, at, NULL, NULL);
    Expr *from_end = i32_op(E_SUB, last, from_start);
    return i32_op(E_SUB, last, expr_new(E_ABS, I32, from_end, NULL, NULL));
}

static Expr *clamped(Expr *at, Expr *last)
{
    return i32_op(E_MIN, i32_op(E_MAX, at, i32_number(0)), last);
}

static void need_padding(Call *c, const Size *n)
{
    need_int32(c, "a padding", n->lo);
    need_int32(c, "a padding", n->hi);
}

static void pad_by_position(Call *c, int axes, bool reflect)
{
    Value *self = arg_tensor(c, "self");
    OperandList in = {0};
    Size *pad[6];
    int rank = self->type.rank;
    PUSH(in.item, in.count, self);
    if (arg_sizes(c, "padding", pad, 6) != 2 * axes || rank < axes)
        refuse(c, "the padding does not fit a tensor of rank %d", rank);
    Size *dim[MAX_RANK];
    Expr *e = expr_in(0, loaded_dtype(self));
    for (int i = 0; i < rank; i++) {
        int k = rank - 1 - i; /* the last axis comes first */
        dim[i] = self->type.dim[i];
        if (k >= axes)
            continue;
        Size *low = pad[2 * k], *high = pad[2 * k + 1];
        need_padding(c, low);
        need_padding(c, high);
        Size *mirrored = reflect ? size_op(S_MAX, low, high) : size_const(0);
        need_least_size(c, "elements of an axis with padding", dim[i],
                        size_op(S_ADD, size_op(S_MAX, mirrored, size_const(0)), size_const(1)));
        Expr *first = expr_size(c, low, I32, &in);
        Expr *at = i32_op(E_SUB, expr_cast(expr_axis(i), I32), first);
        Expr *last = expr_size(c, size_op(S_ADD, dim[i], size_const(-1)), I32, &in);
        e = element_at(e, i, reflect ? reflected(at, last) : clamped(at, last));
        dim[i] = size_op(S_ADD, dim[i], size_op(S_ADD, low, high));
    }
    emit_lookup(c, arg_out(c, "out", rank, dim), in.count, in.item, e);
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
