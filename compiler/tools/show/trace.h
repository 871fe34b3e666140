/* SPDX-License-Identifier: 0BSD
 * `show --memory-trace`: the plan as events for chrome://tracing and Perfetto. */
#ifndef PTEC_TOOLS_SHOW_TRACE_H
#define PTEC_TOOLS_SHOW_TRACE_H

#include "graph/graph.h"

/* Writes the plan in Chrome's trace event format, a microsecond for each step (tools/trace.c). */
void trace_memory(Text *t, const Model *m);

#endif
