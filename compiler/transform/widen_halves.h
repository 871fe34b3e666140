/* SPDX-License-Identifier: 0BSD
 * Convolutions and products of half floats are those of floats, which have vector kernels:
 * operands are widened before, results rounded behind. */
#ifndef PTEC_TRANSFORM_WIDEN_HALVES_H
#define PTEC_TRANSFORM_WIDEN_HALVES_H

#include "graph/graph.h"

void widen_halves(Graph *g); /* in convolutions and products that vector kernels take */

#endif
