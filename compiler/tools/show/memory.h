/* SPDX-License-Identifier: 0BSD
 * The plan of a compiled model's memory, for a person to look at. */
#ifndef PTEC_TOOLS_SHOW_MEMORY_H
#define PTEC_TOOLS_SHOW_MEMORY_H

#include "graph/graph.h"

/* Draws each method's arena in characters, and lists what is in it where it is fullest
 * (tools/memory.c). */
void show_memory(Text *t, const Model *m);

#endif
