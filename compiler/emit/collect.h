/* SPDX-License-Identifier: 0BSD
 * Parameters and turns that several steps share. */
#ifndef PTEC_EMIT_COLLECT_H
#define PTEC_EMIT_COLLECT_H

#include "emit/text/emit.h"

void collect_params(Emit *e, const Graph *g);

#endif
