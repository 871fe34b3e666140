/* SPDX-License-Identifier: 0BSD
 * Elementwise steps and means read bytes and dequantise them in their own loop, in the program's
 * float arithmetic; what depends on one byte only becomes a table of its 256 results. */
#ifndef PTEC_TRANSFORM_QUANTISE_MAPS_H
#define PTEC_TRANSFORM_QUANTISE_MAPS_H

#include "graph/graph.h"

void tabulate(Graph *g);

#endif
