/* SPDX-License-Identifier: 0BSD
 * Calls of functions that are the user's: custom operators, and delegates of other vendors. */
#ifndef PTEC_GRAPH_FOREIGN_H
#define PTEC_GRAPH_FOREIGN_H

#include "graph/graph.h"
#include "read/program.h"

/* One argument of a call, or one item of a list among them. */
typedef struct ForeignArg {
    FileKind kind;        /* of the value, as the file has it; FV_NULL: None */
    bool result;          /* a tensor, or a list of them, that the call writes */
    int operand;          /* of Step.in or, of results, Step.out; -1: `literal` says all */
    const uint8_t *order; /* axes of the program's tensor in their order in memory; NULL: as is */
    Size **extent;        /* of a result whose sizes the function computes: they are these */
    FileValue literal;
    struct ForeignArg *item; /* of a list */
    int nitems;
} ForeignArg;

/* A function as its prototype declares it; one serves all calls of a program. */
typedef struct ForeignFunction {
    const char *op, *name; /* "mylib::scale.out", "mylib_scale_out" */
    ForeignArg *param;     /* kinds and results only */
    int nparams;
} ForeignFunction;

/* One of another vendor: its data is among the weights, its handle among the state. */
typedef struct Delegate {
    const FileDelegate *file;
    const char *name; /* "EthosUBackend_delegate" */
    Value *data;
    int index; /* among the model's */
} Delegate;

/* What a step of kind FOREIGN calls. */
typedef struct Foreign {
    ForeignFunction *function; /* of a delegate, with one list of operands and one of results */
    const Delegate *delegate;  /* or NULL; its data is the step's last operand */
    ForeignArg *arg;           /* as many as parameters */
    Size **extent;             /* what the function computes, of all results */
    int nextents;
} Foreign;

#endif
