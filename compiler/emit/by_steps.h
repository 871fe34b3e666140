/* SPDX-License-Identifier: 0BSD
 * Methods that also run by steps (--by-steps): each call computes one and returns. */
#ifndef PTEC_EMIT_BY_STEPS_H
#define PTEC_EMIT_BY_STEPS_H

#include "emit/text/emit.h"

const char *pause_macros(const Emit *e, const char *methods); /* as far as these use them */
/* Writes the head of the function that has the method's steps. */
void add_method_head(Text *t, const Emit *e, const Graph *g);
/* These write nothing where the method runs at once only. */
void add_run_functions(Text *t, const Emit *e, const Graph *g);
void add_static_start(Text *t, const Emit *e, const Graph *g);
void add_run_declarations(Text *t, const Emit *e, const Graph *g);

#endif
