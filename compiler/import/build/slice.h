/* SPDX-License-Identifier: 0BSD
 * Arguments that say which part of a tensor is meant, or in which order. */
#ifndef PTEC_IMPORT_BUILD_SLICE_H
#define PTEC_IMPORT_BUILD_SLICE_H

#include "import/call/import.h"

typedef struct Slice {
    int axis;
    Size *start, *count;
    int64_t step;
} Slice;

bool is_number(Call *c, const char *name); /* that the program computes, not made of sizes */
Slice arg_slice(Call *c, const Value *v);  /* dim, start, end, step */
/* How many of start, start + step, ... are below end; step > 0. */
Size *steps_between(Size *start, Size *end, int64_t step);
Size *arg_index(Call *c, const Value *v, int *axis); /* dim, index */
Value *slice_of(Call *c, Value *in, int axis, Size *start, Size *count);
/* offset, dim1, dim2: rank, extents and row-major places in `v` of what the diagonal is. */
int arg_diagonal(Call *c, const Value *v, Size **dim, Size **stride, Size **at);

void slice_to(Call *c, Value *in, Value *out, int axis, Size *start, int64_t step, bool drop_axis);

int drop_axis(const Value *v, int axis, Size **dim);

void permute_named(Call *c, const char *in, const char *axes);

void permute_by(Call *c, Value *in, const int64_t *axis);

#endif
