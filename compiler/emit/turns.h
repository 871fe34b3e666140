/* SPDX-License-Identifier: 0BSD
 * Which rows a step computes in each turn, as tables of C. */
#ifndef PTEC_EMIT_TURNS_H
#define PTEC_EMIT_TURNS_H

#include "emit/text/emit.h"

bool has_strips(const Graph *g, bool parted);
const char *turns_of(Emit *e, const Step *s); /* "&NAME_turns": which rows it computes when */
const char *turn_params(const Step *s); /* what the kernel of a step that slides over rows takes */
void collect_turns(Emit *e, const Graph *g);

const char *shared_turns(Emit *e, const Step *s);

const char *part_of_turns(const Step *s);

#endif
