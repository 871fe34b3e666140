/* SPDX-License-Identifier: 0BSD
 * A grid of cells, printed with aligned columns. */
#include "base/grid.h"
#include "base/words.h"

#include <string.h>

void grid_add(Grid *g, const char *cell)
{
    PUSH(g->cell, g->ncells, cell);
}

void grid_print(Text *out, const Grid *g)
{
    int columns = (int)strlen(g->align), *width = NEW(int, columns);
    for (int i = 0; i < g->ncells; i++) {
        int n = (int)strlen(g->cell[i]);
        width[i % columns] = n > width[i % columns] ? n : width[i % columns];
    }
    for (int i = 0; i < g->ncells; i += columns) {
        Text line = {0};
        text_add(&line, "  ");
        for (int c = 0; c < columns; c++) {
            int w = g->align[c] == 'r' ? width[c] : -width[c];
            text_add(&line, "  %*s", w, g->cell[i + c]);
        }
        while (line.data[line.size - 1] == ' ')
            line.size--;
        text_bytes(out, line.data, line.size);
        text_add(out, "\n");
    }
}

const char *plural(uint64_t n, const char *thing)
{
    return fmt_text("%s %s%s", grouped(n), thing, n == 1 ? "" : "s");
}
