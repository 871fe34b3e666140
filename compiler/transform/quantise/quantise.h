/* SPDX-License-Identifier: 0BSD
 * What the parts of the quantise pass share: how a program says quantise and dequantise. */
#ifndef PTEC_TRANSFORM_QUANTISE_QUANTISE_H
#define PTEC_TRANSFORM_QUANTISE_QUANTISE_H

#include "graph/graph.h"

void quantise(Graph *g);

#endif
