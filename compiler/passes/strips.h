/* SPDX-License-Identifier: 0BSD
 * Steps that take turns: what strips.c finds out for those who choose them. */
#ifndef STRIPS_H
#define STRIPS_H

#include "passes.h"

enum { MOST_STAGES = 128 };

/* A step that takes turns with others, as it is in the turn that is looked at. */
typedef struct Stage {
    Step *s;
    Turns turns;
    int64_t begin;     /* the first row that is computed */
    int64_t from, end; /* those of the turn */
    int64_t held;      /* most rows that memory holds at once */
    bool apart;        /* those that later turns read have memory of their own */
} Stage;

/* In the order of their execution. */
typedef struct Chain {
    Stage stage[MOST_STAGES];
    int count;
} Chain;

int64_t row_bytes(const Step *s);
/* May the step, of rank 4, compute any rows of its result by themselves? */
bool may_run_by_rows(const Step *s);
/* Does a row of the result need rows of the operand, and not all of it? */
bool reads_by_rows(const Step *s, int operand);
/* What of its operand the step reads for its rows until `rows`: rows until `scale` * rows + `more`,
 * at most all. */
typedef struct Reach {
    int64_t scale, more;
} Reach;
Reach reach(const Step *s, int operand);
/* Sets `turns.kept` and `held`. False: the chain would read rows of its input where its result,
 * added to it in place, lies already; or its numbers are too large. */
bool simulate(Chain *c);
void make_strip(Graph *g, const Chain *c);

/* -- strips_near.c, strips_small.c -- */
void choose_near_strips(Graph *g);                 /* whose rows stay near the processor */
void choose_small_strips(Graph *g, int64_t least); /* that need so many bytes less */

#endif
