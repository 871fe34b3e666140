/* SPDX-License-Identifier: 0BSD
 * Numbers that the program computes: sizes are expressions, no steps. */
#include "lower.h"

#include <string.h>

static void bind_size(Call *c, Size *size)
{
    out_scalar(c, I64)->size = size;
}

void lower_sym_size(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank);
    if (in->type.rank == 0)
        refuse(c, "a 0-d tensor has no sizes");
    bind_size(c, in->type.dim[axis]);
}

void lower_sym_numel(Call *c)
{
    bind_size(c, value_numel(arg_tensor(c, "self")));
}

void lower_scalar_op(Call *c)
{
    Size *a = arg_size(c, "a"), *b = arg_size(c, "b");
    if (strstr(c->row->name, "mul"))
        bind_size(c, size_op(S_MUL, a, b));
    else if (strstr(c->row->name, "sub"))
        bind_size(c, size_op(S_ADD, a, size_op(S_MUL, b, size_const(-1))));
    else
        bind_size(c, size_op(S_ADD, a, b));
}
