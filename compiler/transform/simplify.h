/* SPDX-License-Identifier: 0BSD
 * What needs no step at run time vanishes: moves that strides can say become views, clones become
 * their operand, constants are computed, unused steps go. */
#ifndef PTEC_TRANSFORM_SIMPLIFY_H
#define PTEC_TRANSFORM_SIMPLIFY_H

#include "graph/graph.h"

void simplify(Graph *g);

#endif
