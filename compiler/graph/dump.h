/* SPDX-License-Identifier: 0BSD
 * The graph as text, for -d PASS and for goldens; and as a whole, for graph/parse/parse.c. */
#ifndef PTEC_GRAPH_DUMP_H
#define PTEC_GRAPH_DUMP_H

#include "graph/graph.h"

void dump_graph(Text *t, const Graph *g);
/* Writes all that the passes before `kernels` read, which -d leaves out for the sake of readers:
 * graph_parse() makes the same graph of it. What a foreign step calls is not in it. */
void dump_whole_graph(Text *t, const Graph *g);
const char *step_kind(Kind k);

#endif
