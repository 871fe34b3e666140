/* SPDX-License-Identifier: 0BSD
 * What tests that compile programs themselves ask of kernel libraries. */
#ifndef KERNELS_H
#define KERNELS_H

#include "base/util.h"
#include "select/registry.h"

#include <string.h>

/* Sets the backends from a list such as "vector,portable". */
static inline void add_kernels(Options *o, const char *list)
{
    int n = 0;
    for (const char *at = list; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
        const Backend *b = backend_find(fmt_text("%.*s", (int)strcspn(at, ","), at));
        if (!b)
            fatal(list, "there are no such kernels");
        PUSH(o->backend, n, b);
    }
    PUSH(o->backend, n, NULL);
}

#endif
