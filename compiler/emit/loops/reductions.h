/* SPDX-License-Identifier: 0BSD
 * The loops of REDUCE and SCAN steps. */
#ifndef PTEC_EMIT_LOOPS_REDUCTIONS_H
#define PTEC_EMIT_LOOPS_REDUCTIONS_H

#include "graph/nest.h"

void add_reduction(Text *t, const Nest *n);

#endif
