/* SPDX-License-Identifier: 0BSD
 * What a step costs, for comments and reports, and whether to split it. */
#ifndef PTEC_GRAPH_COST_H
#define PTEC_GRAPH_COST_H

#include "graph/graph.h"

/* These estimate a step's cost at the sizes' bounds: multiply-accumulates, and about how many
 * nanoseconds it takes on one core. */
int64_t step_macs(const Step *s);
int64_t graph_macs(const Graph *g); /* of one call, each step counted once */
int64_t step_nanoseconds(const Step *s);
/* Returns the scale of an output that a dequantise step makes, else 0. */
double output_step(const Graph *g, int output);

#endif
