/* SPDX-License-Identifier: 0BSD
 * What types, literals and constants say of the numbers in a loop's expression. */
#ifndef PTEC_EMIT_RANGES_H
#define PTEC_EMIT_RANGES_H

#include "graph/graph.h"

/* Plain C where no number can leave its type: sums of integers, casts to them; clamps that a cast
 * follows are those of integers, others between numbers one instruction. `operand`: what IN stands
 * for; NULL: constants may have any values. Returns what rests on their values, "" if nothing does:
 * equal for other values that allow the same C. */
const char *use_ranges(Expr *e, Value *const *operand);

#endif
