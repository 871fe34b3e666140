/* SPDX-License-Identifier: 0BSD
 * Chooses the chains of steps that take turns. */
#ifndef PTEC_PLAN_STRIPS_CHOOSE_H
#define PTEC_PLAN_STRIPS_CHOOSE_H

#include "graph/graph.h"

void choose_strips(Graph *g); /* chains of steps that run row by row */
bool takes_turns_unasked(const Graph *g);

#endif
