/* SPDX-License-Identifier: 0BSD
 * What every graph must satisfy between passes, in every build: a violation is our own fault. */
#ifndef PTEC_GRAPH_CHECK_H
#define PTEC_GRAPH_CHECK_H

#include "graph/graph.h"

/* A broken graph is a bug() of the pass; `pass` is NULL if the graph was read from a text, which is
 * in error then. */
void check(const Graph *g, const char *pass);

#endif
