/* SPDX-License-Identifier: 0BSD
 * Removes steps that nobody reads. */
#ifndef PTEC_GRAPH_DEAD_H
#define PTEC_GRAPH_DEAD_H

#include "graph/graph.h"

void remove_dead_steps(Graph *g);

#endif
