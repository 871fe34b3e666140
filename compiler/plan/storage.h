/* SPDX-License-Identifier: 0BSD
 * Decides which buffer every value lives in: the caller's outputs, the state, or the arena; what
 * cannot be computed in its place is copied there. */
#ifndef PTEC_PLAN_STORAGE_H
#define PTEC_PLAN_STORAGE_H

#include "graph/graph.h"

void choose_storage(Graph *g); /* which buffer each value lives in */

#endif
