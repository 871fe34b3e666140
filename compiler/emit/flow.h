/* SPDX-License-Identifier: 0BSD
 * The body of a method: its blocks, and what decides which of them run. */
#ifndef PTEC_EMIT_FLOW_H
#define PTEC_EMIT_FLOW_H

#include "emit/text/emit.h"

void add_method_body(Text *t, Emit *e, const Graph *g);

#endif
