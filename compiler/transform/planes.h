/* SPDX-License-Identifier: 0BSD
 * Copies whose rows become columns, for vector kernels. */
#ifndef PTEC_TRANSFORM_PLANES_H
#define PTEC_TRANSFORM_PLANES_H

#include "graph/graph.h"

void move_planes(Graph *g); /* makes moves of copies whose rows become columns */

#endif
