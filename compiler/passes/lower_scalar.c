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
    static const struct {
        const char *name;
        SizeKind kind;
    } ops[] = {{"add", S_ADD}, {"sym_max", S_MAX}, {"sym_min", S_MIN}};
    Size *a = arg_size(c, "a"), *b = arg_size(c, "b");
    const char *name = strstr(c->row->name, "::") + 2;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (strncmp(ops[i].name, name, strlen(ops[i].name)) == 0)
            bind_size(c, size_op(ops[i].kind, a, b));
}
