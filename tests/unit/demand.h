/* SPDX-License-Identifier: 0BSD
 * How stand-ins of a library's functions check how they are called. */
#ifndef DEMAND_H
#define DEMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Aborts, with what does not hold, unless `holds`. */
static inline void demand(const char *function, bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "%s: the caller does not keep the contract: %s\n", function, what);
    abort();
}
#define DEMAND(condition) demand(__func__, condition, #condition)

/* And is there. */
static inline bool is_aligned(const void *p, size_t bytes)
{
    return p && (uintptr_t)p % bytes == 0;
}

static inline bool is_apart(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    uintptr_t p = (uintptr_t)a, q = (uintptr_t)b;
    return p + a_bytes <= q || q + b_bytes <= p;
}

#endif
