/* SPDX-License-Identifier: 0BSD
 * What several families of lowerings share. */
#ifndef LOWER_H
#define LOWER_H

#include "ptec.h"

/* -- lower_fill.c -- */
Expr *expr_number(double d, DType type); /* a constant of any type */
Expr *fill_value(Call *c, const char *name, DType type);

/* -- lower_move.c -- */
void row_strides(const Value *v, Size **stride); /* of a value's axes in its row-major order */
Step *move_step(Call *c, Value *out, int nin, Value *const *in, int npieces);
/* The whole of `out` from operand `src`, with the source's strides still to be set. */
Piece whole_piece(int src, const Value *out);
/* Copies, also into another element type or order of the axes: elementwise, so that it fuses. */
void copy_to(Call *c, Value *in, Value *out);

/* -- lower_view.c: arguments that say which part of `v` -- */
typedef struct Slice {
    int axis;
    Size *start, *count;
    int64_t step;
} Slice;
Slice arg_slice(Call *c, const Value *v);            /* dim, start, end, step */
Size *arg_index(Call *c, const Value *v, int *axis); /* dim, index */

#endif
