/* SPDX-License-Identifier: 0BSD
 * The plan of a compiled model's memory, for a person to look at. */
#ifndef MEMORY_H
#define MEMORY_H

#include "model.h"

/* tools/memory.c: each method's arena, drawn in characters, what is in it where it is fullest */
void show_memory(Text *t, const Model *m);
/* tools/trace.c: in Chrome's trace event format, a microsecond a step */
void trace_memory(Text *t, const Model *m);

#endif
