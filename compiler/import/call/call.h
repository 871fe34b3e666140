/* SPDX-License-Identifier: 0BSD
 * What lowerings share: a call of the source program, and the steps that it becomes. */
#ifndef PTEC_IMPORT_CALL_CALL_H
#define PTEC_IMPORT_CALL_CALL_H

#include "graph/graph.h"
#include "operators/operators.h"

/* Says how a call's complex tensors look to its lowering. */
typedef enum Numbers {
    N_REAL,  /* there are none */
    N_PARTS, /* real ones with one more axis, the last: the real and the imaginary part */
    N_WHOLE  /* of a complex type; steps may move them, and get the parts after */
} Numbers;

/* Holds what a lowering sees: one call of the source program, its arguments by name. */
typedef struct Call {
    Graph *g;
    Block *block;
    const OpRow *row;
    const char *where; /* "forward, instruction 12, aten::add.out" */
    const char *doubt; /* what its refusals add, or NULL */
    struct Import *im;
    const int *args; /* value indices, in schema order */
    int nargs;
    int instr;
    uint32_t handle; /* of a delegate's node: Source.handle */
    Numbers numbers;
    const struct XnnCall
        *xnn; /* a node of a delegate (import/xnnpack/xnn.h): its arguments are there */
} Call;

#endif
