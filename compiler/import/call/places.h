/* SPDX-License-Identifier: 0BSD
 * Where tensors were planned in the memories of the program: the places that calls write, those of
 * states, and those that overlap. */
#ifndef PTEC_IMPORT_CALL_PLACES_H
#define PTEC_IMPORT_CALL_PLACES_H

#include "import/call/import.h"

/* Does a call of the method, or of any if they share the memory, write a tensor in these bytes: one
 * that its schema says it changes, or its result? */
bool is_written(const Import *im, const FileTensor *t);
/* Points to the number of the state in these bytes, which is -1 at first. */
int *state_number(const Import *im, const FileTensor *t);

/* Sorts the places of the method's tensors; rebound ones have none. */
void collect_places(Import *im);
/* Does no other tensor overlap the bytes, except in the very same place? The planner of .pte gives
 * a mutable buffer bytes of its own for the whole program; other tensors reuse theirs. Nothing else
 * in the file tells a buffer without initial bytes from a mistake. */
bool has_own_bytes(const Import *im, const FileTensor *t);

#endif
