/* SPDX-License-Identifier: 0BSD
 * Slices at a position that the program computes. */
#ifndef PTEC_IMPORT_BUILD_NUMBERED_H
#define PTEC_IMPORT_BUILD_NUMBERED_H

#include "import/call/import.h"

/* Returns the argument `start`, a number that the program computes, as a position from the front of
 * an axis of `n`. One before the axis is its beginning if `clamped`, else as wrong as one behind
 * it. */
Value *computed_start(Call *c, Size *n, bool clamped);
/* Lowers slices whose argument `start` or `index` is a number that the program computes. */
void slice_at_number(Call *c, Value *in, int axis, Value *start, int64_t step, Value *out);
void replace_at_number(Call *c, Value *in, Value *src, int axis, int64_t step, Value *out);
void select_at_number(Call *c, Value *in, int axis, Value *out);
void select_scatter_at_number(Call *c, Value *in, Value *src, int axis, Value *out);

#endif
