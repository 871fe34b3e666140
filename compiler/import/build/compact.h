/* SPDX-License-Identifier: 0BSD
 * Rows for which a mask holds, and sizes that the program computes. */
#ifndef PTEC_IMPORT_BUILD_COMPACT_H
#define PTEC_IMPORT_BUILD_COMPACT_H

#include "import/call/import.h"

/* Turns `number`, an i64 that the program computes, into a size. The call ends with a status if it
 * is outside of 0 to `most`, unless it is `counted`, so that it cannot be. */
Size *computed_size(Call *c, Value *number, int64_t most, bool counted);
/* Writes to `out` the rows of `in`, one for each element of `mask`, where the mask holds; if `in`
 * is NULL, the positions where it holds, i64 [n, rank of the mask]. */
void compact(Call *c, Value *in, Value *mask, Value *out);
Value *true_positions(Call *c, Value *mask); /* i64 [n] */
/* Writes the result "out": the parts of `in` for which `mask`, over its first axes, holds. */
Value *masked_rows_out(Call *c, Value *in, Value *mask);

Size *count_true(Call *c, Value *mask);

#endif
