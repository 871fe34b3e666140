/* SPDX-License-Identifier: 0BSD
 * What a program computes in float between dequantise and quantise becomes steps on bytes. */
#ifndef PTEC_TRANSFORM_QUANTISE_QUANTISE_H
#define PTEC_TRANSFORM_QUANTISE_QUANTISE_H

#include "graph/graph.h"

void quantise(Graph *g);

#endif
