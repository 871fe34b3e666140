/* SPDX-License-Identifier: 0BSD
 * Elements in their order along an axis. */
#ifndef PTEC_IMPORT_BUILD_SORT_H
#define PTEC_IMPORT_BUILD_SORT_H

#include "import/call/import.h"

DType kernel_type(const Value *in); /* the kernels' type: small integers as i32, halves as float */
/* Sorts `in` along `axis`, descending if `largest`. Writes as many of the first elements as the
 * results have room for to `values`, and the places where they were to `indices`. */
void order_into(Call *c, Value *in, int axis, bool largest, Value *values, Value *indices);

#endif
