/* SPDX-License-Identifier: 0BSD
 * Bytes that are made of a file's, each once; and how many there may be. A small file could name
 * the same constant thousands of times, or overlapping ones. */
#include "read/derived.h"

#include <inttypes.h>

enum { MOST = 8 }; /* bytes that may be made of one of the files' */

struct Derived {
    Dict known;
    const void **made;
    int count;
    uint64_t left; /* bytes that may still be made */
};

static Derived *start(const Program *p)
{
    Derived *d = NEW(Derived, 1);
    d->left = MOST * (uint64_t)p->file.size;
    for (int i = 0; i < p->nnamed; i++)
        d->left += MOST * (uint64_t)p->named[i].data.size;
    return d;
}

const void **derived_bytes(const Program *p, const char *form, const void *data, uint64_t bytes)
{
    if (!*p->derived)
        *p->derived = start(p);
    Derived *d = *p->derived;
    const char *key = fmt_text("%s %" PRIxPTR " %" PRIu64, form, (uintptr_t)data, bytes);
    int *number = dict_number(&d->known, key);
    if (*number < 0) {
        if (bytes > d->left)
            return NULL;
        d->left -= bytes;
        *number = d->count;
        PUSH(d->made, d->count, NULL);
    }
    return &d->made[*number];
}
