/* SPDX-License-Identifier: 0BSD
 * Pools of dequantised bytes average the bytes. */
#ifndef PTEC_TRANSFORM_QUANTISE_AVERAGE_H
#define PTEC_TRANSFORM_QUANTISE_AVERAGE_H

#include "graph/graph.h"

void read_bytes(Graph *g);    /* elementwise steps and sums dequantise what they read */
void average_bytes(Graph *g); /* pooling of dequantised bytes, whose layout is final */

#endif
