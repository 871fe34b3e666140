/* SPDX-License-Identifier: 0BSD
 * Weights of 4 bits, two in a byte. */
#ifndef PTEC_BACKENDS_PORTABLE_COMPILER_PAIRS_H
#define PTEC_BACKENDS_PORTABLE_COMPILER_PAIRS_H

#include "graph/graph.h"

/* Are the weights of a product of bytes stored in pairs? They fit, no other step reads them as
 * bytes, and nobody prefers speed. */
bool portable_takes_s4(const Graph *g, const Step *s);
void pack_portable_s4(Graph *g, Step *s);

#endif
