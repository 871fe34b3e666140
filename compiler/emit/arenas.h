/* SPDX-License-Identifier: 0BSD
 * The arena in C: one, or one for each memory, of which all but the first have its name in
 * theirs. */
#ifndef PTEC_EMIT_ARENAS_H
#define PTEC_EMIT_ARENAS_H

#include "emit/text/emit.h"

const char *arena_suffix(const Model *m, int arena); /* for names: "" or "_psram" */
const char *arena_access(const Model *m, int arena); /* "AT", "AT_PSRAM" */
bool uses_arena(const Model *m, int arena, const char *body);
/* Defines pointers to the arenas that `body` uses. */
void add_arena_pointers(Text *t, const Model *m, const char *ctx, const char *body);
void add_arena_sizes(Text *t, const Emit *e);        /* macros of NAME.h */
void add_arena_members(Text *t, const Emit *e);      /* ctx: all arenas but the first */
const char *static_arena(const Model *m, int arena); /* the array to which ctx points, or "NULL" */
void add_static_arenas(Text *t, const Emit *e);
const char *memory_plan(const Emit *e); /* where each value lies in its arena, and the state */

#endif
