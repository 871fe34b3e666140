/* SPDX-License-Identifier: 0BSD
 * What the loops of all kinds of steps share. */
#ifndef LOOPS_H
#define LOOPS_H

#include "emit.h"
#include "passes/nest.h"

void add_indent(Text *t, int level);
void add_loop_heads(Text *t, const Nest *n, int from, int to); /* of loops from..to - 1 */
void add_loop_tails(Text *t, const Nest *n, int from, int to);
void add_hoisted(Text *t, const Nest *n, int before_axis); /* operands that stand still behind it */
const char *element_text(const Nest *n, int lane); /* at the innermost position, as stored */
/* The expression; `accumulator`, if any, stands for operand 0. */
void add_loop_body(Text *t, const Nest *n, const Expr *e, const char *accumulator);
void add_loop_store(Text *t, const Nest *n, const Expr *e, const char *accumulator);
bool nest_takes_turns(const Nest *n); /* a reduction whose rows come a few at a time */

/* -- reductions.c -- */
void add_reduction(Text *t, const Nest *n);

#endif
