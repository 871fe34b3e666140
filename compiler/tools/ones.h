/* SPDX-License-Identifier: 0BSD
 * Ones as inputs, where a program has no recorded case. */
#ifndef PTEC_TOOLS_ONES_H
#define PTEC_TOOLS_ONES_H

#include "graph/graph.h"
#include "read/program.h"

/* Makes an input whose elements are 1; what the program fixes keeps its value. */
CaseValue ones_for(const Arg *a);

#endif
