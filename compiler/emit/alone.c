/* SPDX-License-Identifier: 0BSD
 * Kernels that have a function for each set of parameters, with these and all that they decide
 * worked in by the C compiler. */
#include "emit/alone.h"
#include "emit/parts.h"
#include "emit/text/text.h"

#include <string.h>

/* Names the function that calls `symbol` with `params`: "pte_mcu_dense_s8_conv1x1_64x64" for
 * "conv1x1_64x64_params". */
static const char *name_of(const char *symbol, const char *params)
{
    const char *end = strstr(params, "_params");
    return fmt_text("%s_%.*s%s", symbol, (int)(end - params), params, end + strlen("_params"));
}

/* Writes a function that calls the kernel with its last argument, the parameters `p`, filled in. */
static void add_function(Text *t, const char *name, const char *symbol, const char *params)
{
    Arguments a = kernel_arguments(symbol);
    Text head = {0}, call = {0};
    text_add(&head, "PTE_ALONE static void %s(", name);
    text_add(&call, "    %s(", symbol);
    for (int i = 0; i < a.count - 1; i++) {
        text_add(&head, "%s%s%s", i ? ", " : "", a.item[i].type, a.item[i].name);
        text_add(&call, "%s, ", a.item[i].name);
    }
    text_add(&head, ")");
    text_add(&call, "&%s);", params);
    text_add(t, "\n");
    add_wrapped(t, head.data);
    text_add(t, "\n{\n");
    add_wrapped(t, call.data);
    text_add(t, "\n}\n");
}

const char *kernel_alone(Emit *e, const char *symbol, const char *params)
{
    const char *name = name_of(symbol, params);
    if (dict_add(&e->alone_of, name))
        add_function(&e->alone, name, symbol, params);
    return name;
}
