/* SPDX-License-Identifier: 0BSD
 * The delegates of which ptec knows more than their ids. */
#include "select/delegates.h"

#include <string.h>

#define DELEGATE(id, what)
#define READ_DELEGATE(id, what, format) extern const DelegateFormat format;
#include "select/delegates.def"
#undef DELEGATE
#undef READ_DELEGATE

const KnownDelegate *delegate_find(const char *id)
{
    static const KnownDelegate known[] = {
#define DELEGATE(id, what)              {id, what, NULL},
#define READ_DELEGATE(id, what, format) {id, what, &format},
#include "select/delegates.def"
#undef DELEGATE
#undef READ_DELEGATE
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].id, id) == 0)
            return &known[i];
    return NULL;
}
