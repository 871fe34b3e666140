/* SPDX-License-Identifier: 0BSD
 * The lines of a graph's text that are steps and their pieces. */
#ifndef PTEC_GRAPH_PARSE_PARSE_STEPS_H
#define PTEC_GRAPH_PARSE_PARSE_STEPS_H

#include "graph/parse/parse_values.h"

void parse_step(Parser *p, Block *b); /* or a piece of the step before */

#endif
