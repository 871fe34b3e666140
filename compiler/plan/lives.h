/* SPDX-License-Identifier: 0BSD
 * How much lives at each step. */
#ifndef PTEC_PLAN_LIVES_H
#define PTEC_PLAN_LIVES_H

#include "graph/graph.h"

static inline bool lives_at(const Buffer *b, int step)
{
    return b->first <= step && b->last >= step;
}

/* place.c: offsets, which set g->arena_bytes */
static inline bool overlap_in_time(const Buffer *a, const Buffer *b)
{
    return a->first <= b->last && b->first <= a->last;
}

int64_t overlap_saves(const Buffer *out);       /* at most, of it and of what it may lie over */
void live_bytes(const Graph *g, int64_t *live); /* at each step; room for nsteps + 2 */

int64_t arena_aligned(int64_t bytes);

#endif
