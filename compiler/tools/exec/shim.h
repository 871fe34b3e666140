/* SPDX-License-Identifier: 0BSD
 * The C functions by which exec.c calls every method alike, whatever its arguments. */
#ifndef PTEC_TOOLS_EXEC_SHIM_H
#define PTEC_TOOLS_EXEC_SHIM_H

#include "graph/graph.h"

/* Adds C functions by which exec.c calls every method alike (tools/exec/shim.c). */
void add_shims(Text *t, const Model *m);
char *shim_name(const Graph *g);

#endif
