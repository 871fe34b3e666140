/* SPDX-License-Identifier: 0BSD
 * The text of loops. */
#ifndef PTEC_EMIT_LOOPS_LOOP_TEXT_H
#define PTEC_EMIT_LOOPS_LOOP_TEXT_H

#include "emit/text/cexpr.h"
#include "graph/nest.h"

typedef struct Body {
    Leaves leaves;
    const Nest *n;
    const char *accumulator; /* stands for operand 0 */
} Body;

bool finishes_sums(const Step *s); /* a REDUCE: is there more to do behind the last row? */
void add_indent(Text *t, int level);
void add_loop_heads(Text *t, const Nest *n, int from, int to); /* of loops from..to - 1 */
void add_loop_tails(Text *t, const Nest *n, int from, int to);
void add_hoisted(Text *t, const Nest *n, int before_axis); /* operands that stand still behind it */
const char *element_text(const Nest *n, int lane); /* at the innermost position, as stored */
/* Writes the expression, in which `accumulator`, unless it is NULL, stands for operand 0. */
void add_loop_body(Text *t, const Nest *n, const Expr *e, const char *accumulator);
void add_loop_store(Text *t, const Nest *n, const Expr *e, const char *accumulator);
bool nest_takes_turns(const Nest *n); /* a reduction whose rows come a few at a time */

const char *stride_text(const Nest *n, int lane, int axis, const char *prefix);

const char *loaded_element(const Nest *n, const Value *v, const char *element);

bool is_hoisted(const Nest *n, int lane);

bool takes_stride(const Nest *n, int lane, int axis);

bool is_loop_stored(DType type);

int loop_over(const Nest *n, int axis);

#endif
