/* SPDX-License-Identifier: 0BSD
 * Operators of the program that have no step of their own, and the steps that do their work. */
#ifndef PTEC_EMIT_TEXT_FOLDED_H
#define PTEC_EMIT_TEXT_FOLDED_H

#include "graph/graph.h"

enum { MOST_FOLDED = 8 };

/* Is a call that no step names as its source: its work is part of the steps that read what it would
 * have computed or, where the method returns or keeps that, of those that compute it. There may be
 * more than are listed, and none if nothing reads its result. */
typedef struct Folded {
    int instr;
    const char *op; /* "cortex_m::pad.out"; of a delegate its name */
    const Step *step[MOST_FOLDED];
    int nsteps;
} Folded;

Folded *find_folded(const Graph *g, int *count);
void add_folded(Text *t, const Graph *g); /* a comment of C; nothing if there are none */

#endif
