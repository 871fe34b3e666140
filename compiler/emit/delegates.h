/* SPDX-License-Identifier: 0BSD
 * Delegates that the user provides: their handles lie in the state, behind a number that says how
 * many there are. */
#ifndef PTEC_EMIT_DELEGATES_H
#define PTEC_EMIT_DELEGATES_H

#include "emit/text/emit.h"

void add_delegate_declarations(Text *t, const Emit *e);
void add_delegate_functions(Text *t, const Emit *e);
void add_ready_check(Text *t, const Graph *g); /* where a method is entered */

#endif
