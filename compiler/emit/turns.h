/* SPDX-License-Identifier: 0BSD
 * Which rows a step computes in each turn, as tables of C. */
#ifndef PTEC_EMIT_TURNS_H
#define PTEC_EMIT_TURNS_H

#include "emit/emit.h"

/* A step's parameters of a turn, if it slides over rows: one variable for each type of them, the
 * member that the kernel takes, and what sets it. */
typedef struct TurnType {
    const char *type, *variable, *member, *rows;
} TurnType;

bool has_strips(const Graph *g, bool parted);
const char *turns_of(Emit *e, const Step *s); /* "&NAME_turns": which rows it computes when */
const char *turn_params(const Step *s); /* of one that slides over rows: what its kernel takes */
void collect_turns(Emit *e, const Graph *g);

const char *shared_turns(Emit *e, const Step *s);

const char *part_of_turns(const Step *s);

int turn_type(const Step *s);

extern const TurnType turn_types[];

#endif
