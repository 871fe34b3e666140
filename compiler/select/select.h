/* SPDX-License-Identifier: 0BSD
 * Gives each step the first kernel whose condition holds. */
#ifndef PTEC_SELECT_SELECT_H
#define PTEC_SELECT_SELECT_H

#include "graph/kernel.h"

bool comes_first(const Graph *g, const Step *might_be, const Step *is);
void select_kernels(Graph *g);

const Kernel *find_in(const Backend *b, const Graph *g, const Step *s, const char **why);

bool needs_none(Kind kind);

#endif
