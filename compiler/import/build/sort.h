/* SPDX-License-Identifier: 0BSD
 * Elements in their order along an axis. */
#ifndef PTEC_IMPORT_BUILD_SORT_H
#define PTEC_IMPORT_BUILD_SORT_H

#include "import/call/import.h"

DType kernel_type(const Value *in); /* that kernels have: small integers as i32, halves as float */
/* As many of the first in the order along `axis` as the results have, and where they were. */
void order_into(Call *c, Value *in, int axis, bool largest, Value *values, Value *indices);

#endif
