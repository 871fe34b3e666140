/* SPDX-License-Identifier: 0BSD
 * What the parts of import share: the bytes of the program's memory and who wrote them last. */
#ifndef PTEC_IMPORT_CALL_SLOTS_H
#define PTEC_IMPORT_CALL_SLOTS_H

#include "import/call/import.h"

Value *read_slot(Import *im, int block, int slot);
void write_slot(Import *im, int block, int slot, Value *v);
void memory_start(Import *im, int block); /* from its predecessors, if all are done */
void mark_written_numbers(Import *im);
Value *add_param(Import *im, ImportBlock *b, int slot); /* for what the slot holds there */
/* The block behind which no way to this one writes the number, where loops or branches in between
 * make that hard to see; else -1. */
int last_writer(const Import *im, int block, int slot);
/* The arguments of all jumps, and the version of each state at the return; the slot that first read
 * a state names its place. */
void fill_params_and_state(Import *im);

#endif
