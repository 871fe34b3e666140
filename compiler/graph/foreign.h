/* SPDX-License-Identifier: 0BSD
 * Calls of functions that are the user's: custom operators, and delegates of other vendors. */
#ifndef PTEC_GRAPH_FOREIGN_H
#define PTEC_GRAPH_FOREIGN_H

#include "graph/graph.h"
#include "operators/operators.h"
#include "read/program.h"

/* Describes one argument of a call, or one item of a list among them. */
typedef struct ForeignArg {
    FileKind kind;        /* of the value, as the file has it; FV_NULL: None */
    bool result;          /* a tensor, or a list of them, that the call writes */
    int operand;          /* index in Step.in, or in Step.out for results; -1: see `literal` */
    const uint8_t *order; /* axes of the program's tensor in their order in memory; NULL: as is */
    Size **extent;        /* the sizes of a result if the function computes them, else NULL */
    FileValue literal;
    struct ForeignArg *item; /* of a list */
    int nitems;
} ForeignArg;

/* Describes a C function of the user as its prototype declares it; one serves all calls of a
 * program. */
typedef struct ForeignFunction {
    const char *op, *name; /* "mylib::scale.out", "mylib_scale_out" */
    const OpRow *row;      /* its schema and the names of its arguments, if the user gave them */
    ForeignArg *param;     /* kinds and results only */
    int nparams;
} ForeignFunction;

/* Reads from a delegate's data what ptec has to know. */
typedef struct DelegateFormat {
    int64_t (*scratch)(
        Bytes data); /* bytes of the arena that it works in; -1: they do not say it */
    /* Does operand or result `index` lie with its channels last? Else it is row-major. NULL: all
     * lie in the order of axes that the program states. */
    bool (*has_channels_last)(Bytes data, bool result, int index);
} DelegateFormat;

/* Describes a delegate that the user provides: its data is among the weights, its handle among the
 * state. */
typedef struct Delegate {
    const FileDelegate *file;
    const char *name; /* "EthosUBackend_delegate" */
    Value *data;
    int index; /* among the model's */
} Delegate;

/* Says what a step of kind FOREIGN calls, and with which arguments. */
typedef struct Foreign {
    ForeignFunction *function; /* of a delegate: takes one list of operands, one of results */
    const Delegate *delegate;  /* or NULL; its data is the step's last operand */
    ForeignArg *arg;           /* as many as parameters */
    Size **extent;             /* the sizes that the function computes, of all results */
    int nextents;
} Foreign;

#endif
