/* SPDX-License-Identifier: 0BSD
 * Values of a method: scalars, strings, tensors, and lists of other values. */
#ifndef PTEC_READ_VALUE_H
#define PTEC_READ_VALUE_H

#include "read/read.h"

/* Reads the values of one method. */
void read_values(Reader *r, const Table *plan);

#endif
