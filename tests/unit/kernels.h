/* SPDX-License-Identifier: 0BSD
 * What tests that compile programs themselves ask of kernel libraries. */
#ifndef KERNELS_H
#define KERNELS_H

#include "base/util.h"
#include "select/registry.h"

#include <string.h>

/* Sets the backends from a list such as "vector,portable"; false: this ptec has not all of them. */
static inline bool add_kernels(Options *o, const char *list)
{
    int n = 0;
    bool all = true;
    for (const char *at = list; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
        const Backend *b = backend_find(fmt_text("%.*s", (int)strcspn(at, ","), at));
        all &= b != NULL;
        if (b)
            PUSH(o->backend, n, b);
    }
    PUSH(o->backend, n, NULL);
    return all;
}

#endif
