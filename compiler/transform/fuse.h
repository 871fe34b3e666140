/* SPDX-License-Identifier: 0BSD
 * A step takes over the work of the one that reads it: clamps go into the epilogue, elementwise
 * chains (batch norm and the activation behind it) into one loop. */
#ifndef PTEC_TRANSFORM_FUSE_H
#define PTEC_TRANSFORM_FUSE_H

#include "graph/graph.h"

void fuse(Graph *g);

#endif
