/* SPDX-License-Identifier: 0BSD
 * Results that lie over their dying operand: a convolution writes its rows over input rows that
 * it has copied, or its positions over those that it does not read any more. */
#ifndef PTEC_PLAN_OVERLAP_H
#define PTEC_PLAN_OVERLAP_H

#include "graph/graph.h"

/* Says where a result may start, in elements from the start of its operand: at `before`, which is
 * at most 0, and, unless `exact`, anywhere earlier; and at `behind` or later, unless that is
 * NOWHERE. Buffer.over says the same in bytes. */
typedef struct Shifts {
    int64_t before, behind;
    bool exact;
} Shifts;

/* Allows results to lie over their dying operands, where the arena is fullest. */
void allow_overlaps(Graph *g);
void keep_overlaps(Graph *g); /* allows those of the earlier output */
void forget_overlaps(Graph *g);
bool find_shifts(const Step *s, Shifts *shift); /* false: the result may start nowhere over it */
bool may_overlap(const Buffer *b, int64_t at, const Buffer *other);
void settle_overlaps(Graph *g); /* once all offsets are known */

#endif
