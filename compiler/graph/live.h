/* SPDX-License-Identifier: 0BSD
 * Liveness: where a value's bytes are still needed. */
#ifndef PTEC_GRAPH_LIVE_H
#define PTEC_GRAPH_LIVE_H

#include "graph/graph.h"

typedef struct Live {
    int *own;               /* by value: where its last read in the block that makes it ends */
    const Value **crossing; /* the values that are read in blocks that do not make them */
    int ncrossing;
    int *number; /* by value: which of those it is, or -1 */
    int *last;   /* by block and by such value: where its last read there ends, 0: it has none */
} Live;

Live liveness(const Graph *g); /* the steps have to be numbered */
void free_liveness(Live *l);
/* Is the value there behind `s`, or when the block begins, and still to be read? These take roots,
 * no views. */
bool live_behind(const Live *l, const Value *v, const Step *s);
bool live_into(const Live *l, const Value *v, const Block *b);

#endif
