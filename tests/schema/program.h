/* SPDX-License-Identifier: 0BSD
 * A drawn program of one method, and its bytes as a .pte file. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "base/dtype.h"
#include "flat.h"
#include "operators/operators.h"
#include "read/program.h"

enum { MOST_VALUES = 200, MOST_ITEMS = 40, MOST_CALLS = 3 };

typedef enum Place {
    P_INPUT,
    P_CONSTANT,
    P_RESULT,
    P_BETWEEN
} Place; /* the last: a result that only later calls read */

typedef struct DrawnValue {
    FileKind kind;
    const char *name; /* the argument that it is */
    int64_t i;
    double d;
    const char *text;
    int item[MOST_ITEMS]; /* values, -1: None */
    double number[MOST_ITEMS];
    int nitems;
    Place place; /* of a tensor, as what follows */
    int dtype, rank;
    int32_t size[MAX_RANK];
    uint8_t order[MAX_RANK];
    bool dynamic;
} DrawnValue;

typedef struct DrawnCall {
    const OpRow *row;
    int arg[MOST_ITEMS]; /* values; the last is the result of a schema without "out" */
    int nargs;
    int first, last; /* its values are those from `first` up to, not with, `last` */
} DrawnCall;

typedef struct DrawnProgram {
    DrawnValue value[MOST_VALUES];
    int nvalues;
    DrawnCall call[MOST_CALLS];
    int ncalls;
} DrawnProgram;

/* Writes the program into `f`, whose last `used` bytes are the file then. */
Bytes program_bytes(const DrawnProgram *p, Flat *f);
int64_t drawn_elements(const DrawnValue *v);

#endif
