/* SPDX-License-Identifier: 0BSD
 * Text in aligned columns. */
#ifndef PTEC_BASE_GRID_H
#define PTEC_BASE_GRID_H

#include "base/util.h"

typedef struct Grid {
    const char *align; /* one letter a column: l or r */
    const char **cell; /* row by row */
    int ncells;
} Grid;

void grid_add(Grid *g, const char *cell);
void grid_print(Text *out, const Grid *g);
const char *plural(uint64_t n, const char *thing); /* "1,234 bytes" */

#endif
