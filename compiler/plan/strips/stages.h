/* SPDX-License-Identifier: 0BSD
 * Steps that take turns: what strips.c finds out for those who choose them. */
#ifndef PTEC_PLAN_STRIPS_STAGES_H
#define PTEC_PLAN_STRIPS_STAGES_H

#include "graph/graph.h"

enum { MOST_STAGES = 128 };

/* Describes a step that takes turns with others, as it is in the turn that is simulated. */
typedef struct Stage {
    Step *s;
    Turns turns;
    int64_t begin;     /* the first row that is computed */
    int64_t from, end; /* rows [from, end) are computed in the turn */
    int64_t held;      /* most rows that memory holds at once */
    bool apart;        /* rows that later turns read have memory of their own */
} Stage;

/* Lists the steps of a strip in the order of their execution. */
typedef struct Chain {
    Stage stage[MOST_STAGES];
    int count;
} Chain;

/* Says which rows of an operand a step reads for its own rows below `rows`: those below
 * `scale` * rows + `more`, at most all. */
typedef struct Reach {
    int64_t scale, more;
} Reach;

#endif
