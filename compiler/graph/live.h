/* SPDX-License-Identifier: 0BSD
 * Liveness: where a value's bytes are still needed. */
#ifndef PTEC_GRAPH_LIVE_H
#define PTEC_GRAPH_LIVE_H

#include "graph/graph.h"

typedef struct Live {
    int nvalues;        /* values added since have ids from here on */
    int *last;          /* [block][value]: the position behind the last step that reads it */
    const Value **read; /* by id; NULL: nobody reads it */
} Live;

Live liveness(const Graph *g); /* the steps have to be numbered */
/* Is the value there behind `s`, or when the block begins, and still to be read? These take roots,
 * no views. */
bool live_behind(const Live *l, const Value *v, const Step *s);
bool live_into(const Live *l, const Value *v, const Block *b);

#endif
