/* SPDX-License-Identifier: 0BSD
 * Schemas of operators, as PyTorch writes them. */
#ifndef PTEC_OPERATORS_SCHEMA_H
#define PTEC_OPERATORS_SCHEMA_H

#include "base/util.h"

typedef enum ArgType {
    ARG_TENSOR,
    ARG_TENSOR_LIST,
    ARG_INT,
    ARG_FLOAT,
    ARG_BOOL,
    ARG_SCALAR,
    ARG_INT_LIST,
    ARG_FLOAT_LIST,
    ARG_BOOL_LIST,
    ARG_STRING,
    ARG_DTYPE
} ArgType;

typedef struct OpArg {
    const char *name;
    ArgType type;
    bool optional, written;
} OpArg;

/* Says in which type a MAP row computes. */
typedef enum Compute {
    COMPUTE_PROMOTE, /* PyTorch's promotion of all operands */
    COMPUTE_BITS,    /* as COMPUTE_PROMOTE, but operands must not be floats */
    COMPUTE_FLOAT,   /* as COMPUTE_PROMOTE, but integers and bool become float */
    COMPUTE_TYPED    /* operands as they are; the expression casts */
} Compute;

typedef struct OpRow {
    const char *schema;
    Compute compute;
    const char *map;  /* expression, or NULL */
    bool lowered;     /* a function lowers it */
    bool whole;       /* the function moves complex numbers too */
    bool parts;       /* another one lowers it on the parts of complex numbers */
    int number;       /* its place in operators.def, from 1, or its id in xnnpack.def */
    const char *name; /* "aten::add.out", from the schema */
    OpArg *arg;
    int nargs;
} OpRow;

/* Fills the row's name and arguments from its schema. Returns what is wrong with it, or NULL. */
const char *schema_parse(OpRow *row);

#endif
