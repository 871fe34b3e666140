/* SPDX-License-Identifier: 0BSD
 * Which instruction of the program gives what a step computes. */
#ifndef PTEC_EMIT_TEXT_SOURCES_H
#define PTEC_EMIT_TEXT_SOURCES_H

#include "graph/graph.h"
#include "read/program.h"

typedef struct Sources {
    int *last;         /* by Step.index: the last instruction that the step was made of, or -1 */
    int *dequantising; /* by slot: the first instruction that makes floats of these bytes, or -1;
                          only where no step does that */
} Sources;

Sources find_sources(const Graph *g);
/* Returns the instruction whose result the step's stands for: the last one that it was made of, or,
 * of bytes, the one that makes floats of them, which no step does. -1: there is none. */
int result_instruction(const Sources *sources, const Graph *g, const Step *s);
/* Is it a call that makes floats of bytes, with one scale? */
bool dequantises(const FileMethod *m, const FileInstr *in);

#endif
