/* SPDX-License-Identifier: 0BSD
 * Heads of the functions that take what a method takes. */
#ifndef PTEC_EMIT_TEXT_PROTOTYPES_H
#define PTEC_EMIT_TEXT_PROTOTYPES_H

#include "emit/text/emit.h"

/* Writes `head`(`first`, what the method takes and returns). */
void add_function_head(Text *t, const Graph *g, const char *head, const char *first);
void add_prototype(Text *t, const Emit *e, const Graph *g, bool with_ctx);

#endif
