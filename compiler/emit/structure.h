/* SPDX-License-Identifier: 0BSD
 * Blocks and jumps as statements of C: `if`, loops and `break`, where the jumps nest so. */
#ifndef PTEC_EMIT_STRUCTURE_H
#define PTEC_EMIT_STRUCTURE_H

#include "graph/graph.h"

typedef enum FlowKind { FLOW_STEPS, FLOW_IF, FLOW_LOOP, FLOW_BREAK } FlowKind;

typedef struct Flow { /* a statement, and those behind it */
    FlowKind kind;
    const Block *block;    /* STEPS: whose; IF: whose condition */
    struct Flow *inner[2]; /* IF: if it holds, if not; LOOP: [0] */
    struct Flow *next;
} Flow;

/* Finds the method's control flow without jumps. False: its jumps do not nest, or nest too deep. */
bool structure(const Graph *g, Flow **flow);

#endif
