/* SPDX-License-Identifier: 0BSD
 * Steps that take turns, each computing a few rows: what of the results between them memory
 * holds. */
#ifndef PTEC_PLAN_STRIPS_STRIPS_H
#define PTEC_PLAN_STRIPS_STRIPS_H

#include "plan/strips/stages.h"

Reach reach(const Step *s, int operand);
/* Sets `turns.kept` and `held` of all stages. Returns false if the chain would read rows of its
 * input where its result, added to it in place, lies already, or if its numbers are too large. */
bool simulate(Chain *c);
void make_strip(Graph *g, const Chain *c);
void split_strip(Strip *strip, int parts);

#endif
