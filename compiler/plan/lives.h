/* SPDX-License-Identifier: 0BSD
 * How much lives at each step. */
#ifndef PTEC_PLAN_LIVES_H
#define PTEC_PLAN_LIVES_H

#include "graph/graph.h"

static inline bool lives_at(const Buffer *b, int step)
{
    return b->first <= step && b->last >= step;
}

/* Do both buffers live at some step? */
static inline bool overlap_in_time(const Buffer *a, const Buffer *b)
{
    return a->first <= b->last && b->first <= a->last;
}

int64_t overlap_saves(const Buffer *out);       /* bytes, at most, if it lies over `over` */
void live_bytes(const Graph *g, int64_t *live); /* writes bytes at each step; nsteps + 2 of them */

int64_t arena_aligned(int64_t bytes);

#endif
