/* SPDX-License-Identifier: 0BSD
 * Finds each step of an earlier output in the new program, so that it keeps its name. */
#ifndef PTEC_EMIT_TEXT_MATCH_H
#define PTEC_EMIT_TEXT_MATCH_H

#include "base/pairs.h"
#include "graph/graph.h"
#include "read/manifest.h"

void match_steps(Graph *g);                 /* sets Step.old */
PairSide side_of_steps(const OldMethod *m); /* for pair_unique() and pair_alike() */
const char *step_what(const Step *s);
int step_constants(const Step *s, Buffer **constant); /* finds those that it reads, each once */
const char *buffer_digest(Buffer *b);                 /* of a constant's bytes, 8 hex digits */

#endif
