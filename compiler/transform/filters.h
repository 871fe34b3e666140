/* SPDX-License-Identifier: 0BSD
 * Convolutions and products with more weights, or multiply-adds, than is asked for. */
#ifndef PTEC_TRANSFORM_FILTERS_H
#define PTEC_TRANSFORM_FILTERS_H

#include "graph/graph.h"

/* Makes several of each, with some of the filters, so that a block of each has --max-block bytes.
 */
void split_filters(Graph *g);

#endif
