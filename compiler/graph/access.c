/* SPDX-License-Identifier: 0BSD
 * How a step reads its operands. */
#include "graph/access.h"
#include "graph/build.h"
#include "graph/kernel.h"

#include <string.h>

static bool begins_at_root(const Value *v)
{
    return !v->view_of || v->offset == size_const(0);
}

/* Says how a step reads an operand. A_POINT: element i of the operand is needed only for element i
 * of the result, and they lie at the same place in memory. */
AccessKind step_access(const Step *s, int operand)
{
    const Value *in = s->in[operand];
    if (called_library(s))
        return A_ALL;
    if (s->kind == K_MAP && in && same_places(in, s->out[0]) && begins_at_root(in))
        return A_POINT;
    if (s->kind == K_OPAQUE && s->fn == FN_TABLE && operand == 0)
        return A_POINT;
    if (s->kind == K_SCATTER && operand == 0 && begins_at_root(in))
        return A_POINT; /* in some shape of the result's, both row-major */
    if (s->kind == K_CONV && operand == CONV_ADD && in && same_places(in, s->out[0]) &&
        begins_at_root(in))
        return A_POINT;
    if (s->kind == K_CONV || s->kind == K_POOL)
        return operand == 0 ? A_WINDOW : A_ALL;
    if (s->kind == K_SOFTMAX || s->kind == K_NORM || s->kind == K_REDUCE || s->kind == K_SCAN)
        return A_AXIS;
    return A_ALL;
}

static bool reads_at(const Expr *e, int operand)
{
    bool here = e->op == E_AT && e->arg[0]->op == E_IN && e->arg[0]->index == operand;
    for (int i = 0; i < expr_info[e->op].arity && !here; i++)
        here = reads_at(e->arg[i], operand);
    return here;
}

bool is_table(const Step *s, int operand)
{
    const Value *v = s->in[operand];
    return v && !v->scalar && v->type.rank == 1 && v->layout.stride[0] == size_const(1) &&
           reads_at(s->expr, operand) && !expr_uses(s->expr, E_AXIS);
}

bool is_positional(const Step *s)
{
    bool positional = expr_uses(s->expr, E_AXIS);
    for (int i = 0; i < s->nin; i++)
        positional |= reads_at(s->expr, i) && !is_table(s, i);
    return positional;
}

bool reads_in_place(const Step *s, int operand)
{
    const Value *out = s->out[0], *in = s->in[operand];
    return s->kind == K_MAP && in && !in->scalar && out->replaces &&
           value_root((Value *)in) == out->replaces && in->type.dtype == out->type.dtype &&
           step_access(s, operand) == A_POINT;
}

bool adds_to_operand(const Step *first, const Step *last)
{
    if (first->kind != K_CONV || last->kind != K_CONV)
        return false;
    Value *in = first->in[CONV_IN], *add = last->in[CONV_ADD];
    return add && value_root(in) == value_root(add) && in->offset == add->offset &&
           same_places(in, add);
}
