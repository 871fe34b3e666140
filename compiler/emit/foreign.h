/* SPDX-License-Identifier: 0BSD
 * Calls of the user's functions, and their prototypes. */
#ifndef PTEC_EMIT_FOREIGN_H
#define PTEC_EMIT_FOREIGN_H

#include "graph/graph.h"

void add_foreign_prototypes(Text *t, const Model *m);
/* Has the user given the schema of a function? Then ptec can write a body to start from. */
bool has_stubs(const Model *m);
void add_stubs(Text *t, const Model *m);
void add_foreign_step(Text *t, const Graph *g, const Step *s);

#endif
