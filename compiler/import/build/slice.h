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

bool is_number(Call *c, const char *name); /* computed by the program, not made of sizes */
Slice arg_slice(Call *c, const Value *v);  /* dim, start, end, step */
/* Returns how many of start, start + step, ... are below `end`; step > 0. */
Size *steps_between(Size *start, Size *end, int64_t step);
Size *arg_index(Call *c, const Value *v, int *axis); /* dim, index */
Value *slice_of(Call *c, Value *in, int axis, Size *start, Size *count);
/* Reads offset, dim1 and dim2 and returns the diagonal's rank; sets its extents, and its strides
 * and first place `at` in the row-major elements of `v`. */
int arg_diagonal(Call *c, const Value *v, Size **dim, Size **stride, Size **at);

void slice_to(Call *c, Value *in, Value *out, int axis, Size *start, int64_t step, bool drop_axis);

int drop_axis(const Value *v, int axis, Size **dim);

void permute_named(Call *c, const char *in, const char *axes);

void permute_by(Call *c, Value *in, const int64_t *axis);

#endif
