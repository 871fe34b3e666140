/* SPDX-License-Identifier: 0BSD
 * Types and alignment of what callers pass. */
#include "emit/arguments.h"
#include "select/registry.h"

int arena_align(const Emit *e)
{
    int align = ARENA_ALIGN;
    FOR_BACKENDS(b, e->m->options)
        align = b->align > align ? b->align : align;
    return align;
}

const char *c_type_of_arg(const Arg *a)
{
    DType dtype = a->value->type.dtype;
    if (dtype == BOOL)
        return "bool";
    if (dtype == F16 || dtype == BF16)
        return "uint16_t";
    return dtype_c((int)dtype);
}
