/* SPDX-License-Identifier: 0BSD
 * Quantisation in the reference's float arithmetic, and what computes with quantised numbers. */
#ifndef PTEC_IMPORT_QUANTIZED_QUANTIZED_H
#define PTEC_IMPORT_QUANTIZED_QUANTIZED_H

#include "import/call/import.h"

/* Writes the result "out": rows of `weight` that "indices" names, each number less its group's zero
 * point (NULL: 0), times its scale. Numbers of less than 8 bits lie in bytes, the first lowest, of
 * 4 bits highest, each half their range above what they mean. */
void embed(Call *c, Value *weight, int bits, Value *scales, Value *zeros);
/* Returns the least (R_MIN) or greatest of the data and of 0, which must be representable. */
Value *extreme_or_zero(Call *c, ReduceOp op, Value *in, uint32_t axes, int rank, Size *const *dim);

#endif
