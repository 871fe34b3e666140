/* SPDX-License-Identifier: 0BSD
 * A program that is written value by value and call by call (ExecuTorch's schema/program.fbs). */
#ifndef WRITE_H
#define WRITE_H

#include "../schema/flat.h"
#include "base/dtype.h"
#include "base/util.h"
#include "read/program.h"

typedef enum Op { OP_ADD, OP_ABS, OP_CAT, OP_CONV, OP_COPY, OP_MM, OP_UNBIND, OP_VIEW, OPS } Op;

typedef struct Shape {
    DType dtype;
    int rank; /* at most 4 */
    int32_t size[4];
    bool constant, dynamic;
} Shape;

/* Holds what has been written: numbers are places in `flat`, or indices of values. */
typedef struct Writing {
    Flat flat;
    uint32_t *value, *instruction, *plan, *constant, *delegate, *blob;
    int nvalues, ninstructions, nplans, nconstants, ndelegates, nblobs;
    int *input, *output;
    int ninputs, noutputs;
    uint64_t arena;
} Writing;

void begin_method(Writing *w);
void end_method(Writing *w, const char *name);
Bytes end_program(Writing *w);

/* Each returns the value's index in the method. */
int add_int(Writing *w, int64_t number);
int add_bool(Writing *w, bool truth);
int add_list(Writing *w, FileKind kind, const int *item, int n);
int add_tensor(Writing *w, Shape s);
int add_input(Writing *w, Shape s);
void add_output(Writing *w, int value);

void add_call(Writing *w, FileInstrKind kind, int index, const int *arg, size_t n);
#define CALL(w, op, ...)                                                                           \
    add_call((w), FI_KERNEL_CALL, (op), (const int[]){__VA_ARGS__},                                \
             sizeof(const int[]){__VA_ARGS__} / sizeof(int))
void add_jump(Writing *w, int condition, int to); /* if the condition is false */

/* Adds a delegate of XNNPACK: a chain of `n` nodes that add their input to itself. */
void add_xnnpack(Writing *w, int n);

#endif
