/* SPDX-License-Identifier: 0BSD
 * Which values of two programs are the same. */
#ifndef PTEC_TOOLS_ETDUMP_SLOTS_H
#define PTEC_TOOLS_ETDUMP_SLOTS_H

#include "read/program.h"

enum { NO_SLOT = -1 };

/* Lists the slots of what the instruction computes, in the order of its results: an operator's last
 * argument names them; -1 has none. Of delegates but XNNPACK's they are not known. */
int *slots_computed(const FileMethod *m, int instr, int *count);
/* Returns floats in the place of bytes whose scale the program has: of what an operator
 * dequantises, or what is quantised inside of an XNNPACK delegate. Other values stay what they are.
 */
const CaseValue *value_as_reals(const FileMethod *m, int slot, const CaseValue *v);
/* Returns, for each slot of `b`, those inside of delegates included, the slot of `a` with the same
 * value, or NO_SLOT. Instructions are paired by what they call, with which shapes and constants,
 * then by fewer of these in their order. */
int *pair_slots(const FileMethod *a, const FileMethod *b);

#endif
