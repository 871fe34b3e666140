/* SPDX-License-Identifier: 0BSD
 * `show --memory-trace`: the plan as events for chrome://tracing and Perfetto. */
#ifndef PTEC_TOOLS_TRACE_H
#define PTEC_TOOLS_TRACE_H

#include "graph/graph.h"

/* tools/trace.c: in Chrome's trace event format, a microsecond a step */
void trace_memory(Text *t, const Model *m);

#endif
