/* SPDX-License-Identifier: 0BSD
 * Copies: into another element type, or into row-major order. */
#ifndef PTEC_IMPORT_BUILD_COPY_H
#define PTEC_IMPORT_BUILD_COPY_H

#include "import/call/import.h"

Value *as_dtype(Call *c, Value *v, DType type); /* converted, where it is not that type already */
/* Copies `in` to `out`, which may have another element type or order of axes. The copy is an
 * elementwise step, so that it fuses. */
void copy_to(Call *c, Value *in, Value *out);
Value *row_major(Call *c, Value *v); /* a copy, where memory has another order */
Value *reshaped(Call *c, Value *v, int rank, Size *const *dim); /* a row-major value's bytes */
/* Returns `v` with half floats as floats, for kernels that have no form for halves. */
Value *widened(Call *c, Value *v);
Value *result_as(Call *c, Value *out, DType type);        /* for a later narrow_result() to `out` */
Value *row_major_result(Call *c, Value *out, DType type); /* the same, in row-major order */
Value *wide_result(Call *c, Value *out);
void narrow_result(Call *c, Value *wide, Value *out);

#endif
