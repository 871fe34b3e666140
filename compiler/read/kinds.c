/* SPDX-License-Identifier: 0BSD
 * Kinds of values. */
#include "read/kinds.h"

const char *kind_name(FileKind kind)
{
    static const char *const names[] = {
        [FV_NONE] = "nothing",
        [FV_NULL] = "None",
        [FV_INT] = "int",
        [FV_BOOL] = "bool",
        [FV_DOUBLE] = "double",
        [FV_TENSOR] = "tensor",
        [FV_STRING] = "string",
        [FV_INT_LIST] = "list of ints",
        [FV_DOUBLE_LIST] = "list of doubles",
        [FV_BOOL_LIST] = "list of bools",
        [FV_TENSOR_LIST] = "list of tensors",
        [FV_OPTIONAL_TENSOR_LIST] = "list of optional tensors",
    };
    return names[kind];
}

int value_index(const Reader *r, int64_t index, const char *user)
{
    if (index < 0 || index >= r->method->nvalues) {
        damaged(&r->fb, "%s names value %lld, but the method has %d values", user, (long long)index,
                r->method->nvalues);
    }
    return (int)index;
}
