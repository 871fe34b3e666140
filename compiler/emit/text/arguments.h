/* SPDX-License-Identifier: 0BSD
 * Types and alignment of what callers pass, and how NAME.json describes it. */
#ifndef PTEC_EMIT_TEXT_ARGUMENTS_H
#define PTEC_EMIT_TEXT_ARGUMENTS_H

#include "base/json.h"
#include "emit/text/emit.h"

int arena_align(const Emit *e);
const char *c_type_of_arg(const Arg *a); /* "float" */
/* Returns what the elements are, as far as the step that computes them says it: "probabilities"; or
 * NULL. */
const char *meaning_of(const Arg *a);
/* Returns ", input, output", as they follow another argument of a call, or with `before`
 * ", run->input, run->output". */
const char *argument_names(const Graph *g, const char *before);
/* Adds a list with one argument in a line; those that are not given have their constant. */
void json_arguments(Json *j, const char *name, const Graph *g, const Arg *argument, int n);

#endif
