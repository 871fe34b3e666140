/* SPDX-License-Identifier: 0BSD
 * The plan of a compiled model's memory, for a person to look at. */
#ifndef PTEC_TOOLS_MEMORY_H
#define PTEC_TOOLS_MEMORY_H

#include "graph/graph.h"

/* tools/memory.c: each method's arena, drawn in characters, what is in it where it is fullest */
void show_memory(Text *t, const Model *m);

#endif
