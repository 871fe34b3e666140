/* SPDX-License-Identifier: 0BSD
 * A transposed convolution with stride s makes s results side by side, the phases, of each window
 * of its operand: results r, r + s, r + 2s are a convolution with every s-th weight from r on. */
#ifndef PTEC_TRANSFORM_TRANSPOSED_H
#define PTEC_TRANSFORM_TRANSPOSED_H

#include "graph/graph.h"

void split_phases(Graph *g); /* makes plain convolutions of transposed ones */

#endif
