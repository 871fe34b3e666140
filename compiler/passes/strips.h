/* SPDX-License-Identifier: 0BSD
 * Steps that take turns: what strips.c finds out for those who choose them. */
#ifndef STRIPS_H
#define STRIPS_H

#include "graph/graph.h"

enum { MOST_STAGES = 128 };

/* A step that takes turns with others, as pte_stage has it in the turn that is looked at. */
typedef struct Stage {
    Step *s;
    Turns turns;
    int64_t from, end; /* rows that are computed */
    int64_t held;      /* most rows that memory holds at once */
    bool carries;      /* from one turn to the next */
} Stage;

/* In the order of their execution. */
typedef struct Chain {
    Stage stage[MOST_STAGES];
    int count;
} Chain;

/* Can the step, a POOL with one window, take the rows of that a few at a time? */
bool sums_rows(const Step *s);
int64_t height(const Step *s); /* rows that its turns go over */
int64_t row_bytes(const Step *s);
/* May the step, of rank 4, compute any rows of its result by themselves? */
bool may_run_by_rows(const Step *s);
/* What of its operand the step reads for its rows until `rows`: rows until `scale` * rows + `more`,
 * at most all. */
typedef struct Reach {
    int64_t scale, more;
} Reach;
Reach reach(const Step *s, int operand);
/* Sets `held` and `carries`. False: the chain would read rows of its input where its result, added
 * to it in place, lies already. */
bool simulate(Chain *c);
void make_strip(Graph *g, const Chain *c);

/* -- strips_near.c, strips_small.c -- */
void choose_near_strips(Graph *g);  /* whose rows stay near the processor */
void choose_small_strips(Graph *g); /* that need less memory */

#endif
