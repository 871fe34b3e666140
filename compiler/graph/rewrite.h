/* SPDX-License-Identifier: 0BSD
 * What the passes share by which a step takes over the work of its reader. */
#ifndef PTEC_GRAPH_REWRITE_H
#define PTEC_GRAPH_REWRITE_H

#include "graph/graph.h"

/* Gives the only step that reads each value. */
typedef struct OnlyReader {
    Step **reader; /* by value id */
    int *count;
} OnlyReader;
OnlyReader only_readers(const Graph *g);
/* Returns the map that is the only reader of the step's result, with the same extents and in the
 * same block; or NULL. */
Step *only_map(const OnlyReader *r, const Step *s);
int operand_of(const Step *s, const Value *v); /* -1 if it reads no such value */
/* Makes `into` compute the map's result, and removes the map. The caller has put the map's work
 * into `into`. */
void take_over(Step *into, Step *map);
/* Notes that `into` does the work of `from` as well, before its own. */
void put_source_first(Step *into, const Step *from);
/* Makes the reader compute `e` over `in` wherever it read `v`. */
void read_through(Step *reader, const Value *v, int n, Value *const *in, const Expr *e);
/* Returns what is left inside of the outermost max(x, number) and min(x, number); narrows
 * lo..hi. */
const Expr *peel_clamp(const Expr *e, float *lo, float *hi);

bool is_copy(const Step *s); /* a map of one tensor's elements as they are, maybe broadcast */

#endif
