/* SPDX-License-Identifier: 0BSD
 * Zeros around a picture become the padding of the convolution that reads it. */
#ifndef PTEC_TRANSFORM_PADDINGS_H
#define PTEC_TRANSFORM_PADDINGS_H

#include "graph/graph.h"

void fold_paddings(Graph *g);

#endif
