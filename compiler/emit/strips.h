/* SPDX-License-Identifier: 0BSD
 * The loop around the steps of a strip: which rows each of them computes next. */
#ifndef PTEC_EMIT_STRIPS_H
#define PTEC_EMIT_STRIPS_H

#include "emit/text/emit.h"

void add_strip(Text *t, Emit *e, const Graph *g, const Strip *strip);

#endif
