/* SPDX-License-Identifier: 0BSD
 * What --io int8 leaves to the caller, done with recorded cases: inputs are quantised, outputs
 * dequantised, by the expressions that the program has for that. */
#ifndef PTEC_TOOLS_BORDER_H
#define PTEC_TOOLS_BORDER_H

#include "graph/graph.h"
#include "read/program.h"

/* These convert arguments with --io int8 (tools/border.c); those that are no bytes at the border
 * stay as they are. */
void quantise_inputs(const Graph *g, TestCase *c);
CaseValue dequantised(const Arg *a, const CaseValue *got);

#endif
