/* SPDX-License-Identifier: 0BSD
 * Rows for which a mask holds, and sizes that the program computes. */
#ifndef PTEC_IMPORT_BUILD_COMPACT_H
#define PTEC_IMPORT_BUILD_COMPACT_H

#include "import/call/import.h"

/* An i64 number of the program as a size from here on; outside of 0 to `most` the call ends with a
 * status, unless it is `counted`, so that it cannot be. */
Size *computed_size(Call *c, Value *number, int64_t most, bool counted);
/* The rows of `in`, one for each element of the mask, where it holds; of no `in`, their positions.
 */
void compact(Call *c, Value *in, Value *mask, Value *out);
Value *true_positions(Call *c, Value *mask); /* i64 [n] */
/* The result "out": the parts of `in` for which the mask over its first axes holds. */
Value *masked_rows_out(Call *c, Value *in, Value *mask);

Size *count_true(Call *c, Value *mask);

#endif
