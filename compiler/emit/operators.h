/* SPDX-License-Identifier: 0BSD
 * Steps whose kernels are operators of a library: NAME_init makes them, the state leads to them,
 * NAME_free ends that. */
#ifndef PTEC_EMIT_OPERATORS_H
#define PTEC_EMIT_OPERATORS_H

#include "emit/text/emit.h"

void add_operator_declarations(Text *t, const Emit *e);
const char *operator_names(const Emit *e);
void add_operator_functions(Text *t, Emit *e);
void add_operators_check(Text *t, const Graph *g); /* where a method is entered */
void add_operator_run(Text *t, Emit *e, const Graph *g, const Step *s);

#endif
