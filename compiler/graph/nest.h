/* SPDX-License-Identifier: 0BSD
 * Loop nests: what nest.c finds out and emit/loops/loops.c writes. */
#ifndef PTEC_GRAPH_NEST_H
#define PTEC_GRAPH_NEST_H

#include "graph/graph.h"

/* Is one operand's way through the loops; operand 0 is the result. */
typedef struct Lane {
    const Value *v;
    const char *name;
    int by;     /* the lane through whose pointer it is read: its own, or for a number beside others
                 * in one constant, that of the first of them */
    int64_t at; /* elements behind that pointer */
    Size *stride[MAX_RANK]; /* by loop axis, outermost first */
    bool indexed;           /* read at positions that the expression computes */
    bool table;             /* read at such positions only: the loops never move it */
    bool in_place;          /* reads the result's elements, before they are written */
    bool explicit_strides;  /* others than of a dense operand without broadcast axes */
} Lane;

typedef struct Nest {
    const Step *s;
    int rank, kept; /* axes [kept, rank) are reduced or scanned */
    bool along;     /* the innermost axis is kept too: a whole row of results grows at once */
    Size *extent[MAX_RANK];
    int axis[MAX_RANK]; /* each loop's axis in the source; the first, if it joins several */
    Lane *lane;
    int nlanes;
    bool lanes;              /* elementary functions in their form for vectors */
    Value *const *constants; /* the step's operands, if code may rest on their values; else NULL */
    Text *rests;             /* the log of choices that rest on them, for the weights' layout id */
} Nest;

Nest make_nest(const Step *s);
bool lane_moves(const Nest *n, int lane, int axis);
bool lane_is_argument(const Nest *n, int lane); /* is it an argument of the loop's function? */
bool lane_is_number(const Nest *n, int lane);   /* is it read as one number? */

/* Returns the outermost extent of the loop that the emitter writes for the step; NULL if its turns
 * cannot be taken in any order. */
Size *outermost_extent(const Step *s);

#endif
