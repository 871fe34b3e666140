/* SPDX-License-Identifier: 0BSD
 * Liveness: where a value's bytes are still needed. */
#ifndef PTEC_GRAPH_LIVE_H
#define PTEC_GRAPH_LIVE_H

#include "graph/graph.h"

typedef struct Live {
    int nvalues;        /* there are ids above if steps were added since */
    int *last;          /* [block][value]: behind the last step that reads it */
    const Value **read; /* by id; NULL: nobody reads it */
} Live;

Live liveness(const Graph *g); /* of numbered steps */
/* Of roots: is it there behind `s`, or when the block begins, and still to be read? */
bool live_behind(const Live *l, const Value *v, const Step *s);
bool live_into(const Live *l, const Value *v, const Block *b);

#endif
