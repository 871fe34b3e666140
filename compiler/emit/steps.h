/* SPDX-License-Identifier: 0BSD
 * The steps of a method as lines of C. */
#ifndef PTEC_EMIT_STEPS_H
#define PTEC_EMIT_STEPS_H

#include "emit/text/emit.h"

void add_step_lines(Text *t, Emit *e, const Graph *g, const Step *s);
void add_step_comment(Text *t, const Step *s);
/* Writes the step's calls, without comment or checks. */
void add_step_calls(Text *t, Emit *e, const Graph *g, const Step *s);

#endif
