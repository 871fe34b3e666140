/* SPDX-License-Identifier: 0BSD
 * The graph as text, for -d PASS and for goldens. */
#ifndef PTEC_GRAPH_DUMP_H
#define PTEC_GRAPH_DUMP_H

#include "graph/graph.h"

void dump_graph(Text *t, const Graph *g);
const char *step_kind(Kind k);

#endif
