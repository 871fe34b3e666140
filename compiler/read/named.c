/* SPDX-License-Identifier: 0BSD
 * Data under names. */
#include "read/named.h"

#include <stdlib.h>
#include <string.h>

int compare_keys(const void *a, const void *b)
{
    const NamedData *const *x = a, *const *y = b;
    return strcmp((*x)->key, (*y)->key);
}

const NamedData *find_named(const Program *p, const char *key)
{
    NamedData wanted = {.key = key};
    const NamedData *w = &wanted;
    const NamedData **found =
        bsearch(&w, p->named_by_key, (size_t)p->nnamed, sizeof w, compare_keys);
    return found ? *found : NULL;
}
