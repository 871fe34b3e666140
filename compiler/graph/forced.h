/* SPDX-License-Identifier: 0BSD
 * What sizes must be, which a method tests where it is entered. */
#ifndef PTEC_GRAPH_FORCED_H
#define PTEC_GRAPH_FORCED_H

#include "graph/graph.h"

/* Notes that two sizes have to be equal, or the method does not run; `other` may be a constant. */
void size_force(Graph *g, Size *size, Size *other);
bool sizes_agree(const Graph *g, Size *a, Size *b); /* once those forced so far are */
Size *size_forced(const Graph *g, Size *s); /* replaces sizes that must be constants by these */

#endif
