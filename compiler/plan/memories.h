/* SPDX-License-Identifier: 0BSD
 * Several memories: each, the fastest first, takes the tensors with most traffic for their bytes;
 * those that do not fit go to the next one. */
#ifndef PTEC_PLAN_MEMORIES_H
#define PTEC_PLAN_MEMORIES_H

#include "graph/graph.h"

/* These functions do what --memory and --place ask for. */
Graph arena_part(const Graph *g, int memory); /* the method with only the buffers of that memory */
void place_in_memories(Graph *g);             /* sets g->in_memory and g->arena_bytes */
void check_rules(const Model *m);             /* fatal() if one has matched no tensor */

#endif
