/* SPDX-License-Identifier: 0BSD
 * The buffers that live at one step, by their offsets: where a further one fits among them. */
#ifndef PTEC_PLAN_LIVE_SET_H
#define PTEC_PLAN_LIVE_SET_H

#include "graph/graph.h"

typedef struct LiveSet LiveSet;

LiveSet *live_set_new(int room); /* for so many additions */
/* Adds a buffer at its offset. */
void live_set_add(LiveSet *s, Buffer *b);
/* Takes out all buffers whose last step is before `step`, which grows from call to call. */
void live_set_advance(LiveSet *s, int step);
/* May `b` lie at `at`, or over another only as its step allows? */
bool live_set_allows(const LiveSet *s, const Buffer *b, int64_t at);
/* Returns the lowest offset that `b` may have: in a gap, or over its operand. */
int64_t live_set_lowest(const LiveSet *s, const Buffer *b);

#endif
