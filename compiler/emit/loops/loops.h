/* SPDX-License-Identifier: 0BSD
 * What the loops of all kinds of steps share. */
#ifndef PTEC_EMIT_LOOPS_LOOPS_H
#define PTEC_EMIT_LOOPS_LOOPS_H

#include "emit/text/csize.h"
#include "emit/text/emit.h"

/* Returns the function for a MAP or REDUCE step, made if it is new; `args` gets the extents and
 * strides that its call passes. */
Shared *loop_function(Emit *e, const Step *s, Text *args);
SizeList loop_sizes(const Step *s); /* the extents and strides that its call passes */
/* Returns, in C, the elements from one turn of the outermost loop to the next for argument number
 * `argument` of the function; names of arguments get `prefix`. NULL: the argument stays. */
const char *outermost_step(const Step *s, int argument, const char *prefix);
bool loop_takes(const Step *s, int operand); /* is it an argument of the function? */
/* Does the outermost loop move the operand? If not, all elements share it. */
bool moves_in_loop(const Step *s, int operand);
void collect_loops(Emit *e, const Graph *g);

#endif
