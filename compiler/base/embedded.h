/* SPDX-License-Identifier: 0BSD
 * The templates, and the sources of the runtime and the kernels, as text inside the program. */
#ifndef PTEC_BASE_EMBEDDED_H
#define PTEC_BASE_EMBEDDED_H

#include "base/util.h"

#include <stddef.h>

typedef struct Embedded {
    const char *name; /* path in the source tree: "templates/model.c.in" */
    const char *base; /* "model.c.in" */
    const char *data; /* ends with a NUL that `size` does not count */
    size_t size;
} Embedded;

extern const Embedded embedded[]; /* sorted by name; the last has none */

const char *embedded_text(const char *name); /* NULL if there is none */

#endif
