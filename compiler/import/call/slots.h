/* SPDX-License-Identifier: 0BSD
 * Reaching definitions over byte ranges. */
#ifndef PTEC_IMPORT_CALL_SLOTS_H
#define PTEC_IMPORT_CALL_SLOTS_H

#include "import/call/import.h"

Value *read_slot(Import *im, int block, int slot);
void write_slot(Import *im, int block, int slot, Value *v);
void memory_start(Import *im, int block); /* from what its predecessors agree on */
void mark_written_numbers(Import *im);
Value *add_param(Import *im, ImportBlock *b, int slot); /* stands for what the slot holds there */
/* Returns a block behind which no way to `block` writes the number in `slot`, where loops or
 * branches in between make that hard to see; -1 if none is found. */
int last_writer(const Import *im, int block, int slot);
/* Fills in the arguments of all jumps, and the version of each state at the return; the slot that
 * first read a state names its place. */
void fill_params_and_state(Import *im);

#endif
