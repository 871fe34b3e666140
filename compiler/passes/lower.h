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

#endif
