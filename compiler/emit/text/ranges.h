/* SPDX-License-Identifier: 0BSD
 * What types, literals and constants say of the numbers in a loop's expression. */
#ifndef PTEC_EMIT_TEXT_RANGES_H
#define PTEC_EMIT_TEXT_RANGES_H

#include "graph/graph.h"

/* Marks `e` for plain C where no number can leave its type: sums and products of integers, and
 * casts to integers. Clamps below a cast become those of integers, other clamps between numbers
 * become one instruction, and a rounded clamp below a cast one call. `operand` is what IN stands
 * for; NULL: constants may have any values.
 * Returns what rests on the values of constants, "" if nothing does; it is equal for other values
 * that allow the same C. */
const char *use_ranges(Expr *e, Value *const *operand);

#endif
