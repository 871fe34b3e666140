/* SPDX-License-Identifier: 0BSD
 * What every graph must satisfy between passes, in every build: a violation is our own fault. */
#ifndef PTEC_GRAPH_CHECK_H
#define PTEC_GRAPH_CHECK_H

#include "graph/graph.h"

void check(const Graph *g, const char *pass); /* a broken graph is a bug() */

#endif
