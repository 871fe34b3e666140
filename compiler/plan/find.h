/* SPDX-License-Identifier: 0BSD
 * Finds a place in the arena for each buffer of a method. */
#ifndef PTEC_PLAN_FIND_H
#define PTEC_PLAN_FIND_H

#include "graph/graph.h"

void place_arena(Graph *g);

#endif
