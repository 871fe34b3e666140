/* SPDX-License-Identifier: 0BSD
 * Offsets in the arena: by size or by time, and those of an earlier output. */
#ifndef PTEC_PLAN_PLACE_H
#define PTEC_PLAN_PLACE_H

#include "graph/graph.h"

/* Returns the lowest offset for `b` among the `n` buffers that live with it, which are sorted by
 * offset: in a gap, or over the operand or result that it may share bytes with. */
int64_t lowest_place(const Buffer *b, Buffer *const *neighbour, int n);
void insert_by_offset(Buffer **list, int n, Buffer *b); /* `list` has room for n + 1 */
Buffer **in_time_order(const Graph *g);
/* Each place the buffers one after the other, as low as those before allow, and return the bytes
 * that all need together. */
int64_t place_in_order(Buffer **order, int n); /* in any order */
int64_t place_in_time(Buffer **by_time, int n);
void check_offsets(const Graph *g);            /* two live buffers in one place are a bug() */
void place_as_before(Graph *g, int64_t limit); /* at the earlier output's offsets, where they fit */

int larger_first(const void *a, const void *b);

#endif
