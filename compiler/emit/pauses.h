/* SPDX-License-Identifier: 0BSD
 * Where a method that runs by steps (--by-steps) returns, and goes on at the next call. Where the
 * method runs at once only, functions that take a step or a size write nothing. */
#ifndef PTEC_EMIT_PAUSES_H
#define PTEC_EMIT_PAUSES_H

#include "emit/text/emit.h"

/* Writes where the method returns before the step. */
void add_pause(Text *t, const Graph *g, const Step *s);
void add_turn_pause(Text *t, const Graph *g, const Strip *strip);
/* Writes what carries a size that the program computes from call to call. */
void add_kept_size(Text *t, const Graph *g, const Size *size);
/* Writes the jump to where the last call returned; a closing brace ends what it jumps into. */
void add_resumption(Text *t, const Emit *e);

#endif
