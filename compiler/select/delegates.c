/* SPDX-License-Identifier: 0BSD
 * The delegates of which ptec knows more than their ids. */
#include "select/delegates.h"

#include <string.h>

#define DELEGATE(id, what)
#define ARENA_DELEGATE(id, what, scratch) int64_t scratch(Bytes data);
#include "select/delegates.def"
#undef DELEGATE
#undef ARENA_DELEGATE

const KnownDelegate *delegate_find(const char *id)
{
    static const KnownDelegate known[] = {
#define DELEGATE(id, what)                {id, what, NULL},
#define ARENA_DELEGATE(id, what, scratch) {id, what, scratch},
#include "select/delegates.def"
#undef DELEGATE
#undef ARENA_DELEGATE
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].id, id) == 0)
            return &known[i];
    return NULL;
}
