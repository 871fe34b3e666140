/* SPDX-License-Identifier: 0BSD
 * Runs of steps that compute one row after the other: of the results between them memory holds a
 * few rows. */
#ifndef PTEC_PLAN_STRIPS_SMALL_H
#define PTEC_PLAN_STRIPS_SMALL_H

#include "graph/graph.h"

void choose_small_strips(Graph *g, int64_t least); /* if they need `least` bytes less */

#endif
