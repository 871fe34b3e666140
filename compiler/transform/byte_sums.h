/* SPDX-License-Identifier: 0BSD
 * Maps of two tensors of bytes become weighted sums of integers where these have the same result
 * for all bytes: additions that requantise each operand and the sum, in fixed point or in floats.
 */
#ifndef PTEC_TRANSFORM_BYTE_SUMS_H
#define PTEC_TRANSFORM_BYTE_SUMS_H

#include "graph/graph.h"

void weigh_bytes(Graph *g);

#endif
