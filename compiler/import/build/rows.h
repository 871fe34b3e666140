/* SPDX-License-Identifier: 0BSD
 * Rows that a step gathers, scatters or keeps. */
#ifndef PTEC_IMPORT_BUILD_ROWS_H
#define PTEC_IMPORT_BUILD_ROWS_H

#include "import/call/import.h"

Value *embedding_out(Call *c, const Value *index, Size *columns); /* [index..., columns] */
Value *arg_as_indices(Call *c, const char *name);                 /* i64, row-major */
Value *with_axis(Call *c, Value *v); /* a number as a row of one element, all else as it is */
void gather_rows(Call *c, Value *in, Value *index, int axis, Value *out);
/* The same where a negative index is out of range, as for the runtime's embeddings. */
void gather_rows_from_start(Call *c, Value *in, Value *index, int axis, Value *out);
/* Sets `out` to `in`, of which the rows along `axis` that `index` names become what `how` says:
 * FN_REPLACE puts those of `src` there, FN_ADD, FN_MUL, FN_MAX and FN_MIN combine the two. */
void scatter_rows(Call *c, Value *in, Value *index, Value *src, int axis, StepFunction how,
                  Value *out);
Value *arg_as_index(Call *c, const char *name); /* an integer, as an index of one element */

Value *as_row_index(Call *c, Value *v);

Value *one_row_position(Call *c, Value *number);

#endif
