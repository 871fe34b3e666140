/* SPDX-License-Identifier: 0BSD
 * Offsets that need less than those of place.c, or a proof that none do: branch and bound over
 * the orders in which buffers may lie above each other. */
#ifndef PTEC_PLAN_SEARCH_H
#define PTEC_PLAN_SEARCH_H

#include "graph/graph.h"

void search_offsets(Graph *g); /* sets arena_bytes, or least_bytes by proof */

#endif
