/* SPDX-License-Identifier: 0BSD
 * The order of axes in memory: convolutions in vectors want their channels last, and what lies
 * between them goes along; copies at the borders. */
#ifndef PTEC_TRANSFORM_LAYOUT_H
#define PTEC_TRANSFORM_LAYOUT_H

#include "graph/graph.h"

void choose_layouts(Graph *g); /* chooses orders of axes in memory */

#endif
