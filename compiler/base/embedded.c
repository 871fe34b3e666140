/* SPDX-License-Identifier: 0BSD
 * The texts that ptec carries, by name. */
#include "base/embedded.h"

#include <stddef.h>
#include <string.h>

const char *embedded_text(const char *name)
{
    for (const Embedded *e = embedded; e->name; e++)
        if (strcmp(e->base, name) == 0)
            return e->data;
    return NULL;
}
