/* SPDX-License-Identifier: 0BSD
 * Chains of convolutions and pools, each the only reader of the one before, run a few rows at a
 * time: the results between them stay near the processor. */
#ifndef PTEC_PLAN_STRIPS_NEAR_H
#define PTEC_PLAN_STRIPS_NEAR_H

#include "graph/graph.h"

void choose_near_strips(Graph *g); /* keep rows near the processor */

#endif
