/* SPDX-License-Identifier: 0BSD
 * Reductions over axes. */
#ifndef PTEC_IMPORT_BUILD_REDUCE_H
#define PTEC_IMPORT_BUILD_REDUCE_H

#include "import/build/expr.h"

uint32_t arg_axes(Call *c, const char *name, int rank); /* bit per axis; None or []: all */
/* Sets `dim` to the shape of `in` without `axes` and returns its rank; keepdim leaves one element
 * of each. */
int reduced_dims(const Value *in, uint32_t axes, bool keepdim, Size **dim);
/* Reduces `e`, an expression over the values in `named`, of which the first has the reduced
 * axes. */
Step *reduce_step(Call *c, ReduceOp op, const Named *named, Expr *e, uint32_t axes, Value *out);
uint32_t all_axes(int rank);
/* Views `v`, a result without the reduced axes of `in`, with one element in each of them. */
Value *with_axes(Call *c, Value *v, const Value *in, uint32_t axes);
void running_sum(Call *c, Value *in, uint32_t axes, Value *out); /* along one axis */

void running_along(Call *c, ReduceOp op, Value *in, uint32_t axes, Value *out);

#endif
