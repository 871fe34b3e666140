/* SPDX-License-Identifier: 0BSD
 * What a step costs, for comments and reports, and whether to split it. */
#ifndef PTEC_GRAPH_COST_H
#define PTEC_GRAPH_COST_H

#include "graph/graph.h"

/* cost.c, at the sizes' bounds: multiply-accumulates; nanoseconds on one core, about */
int64_t step_macs(const Step *s);
int64_t step_nanoseconds(const Step *s);
/* Scale of an output that a dequantise step makes, else 0. */
double output_step(const Graph *g, int output);

#endif
