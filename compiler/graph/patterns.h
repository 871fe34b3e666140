/* SPDX-License-Identifier: 0BSD
 * Expressions that several steps have in common and that others recognise. */
#ifndef PTEC_GRAPH_PATTERNS_H
#define PTEC_GRAPH_PATTERNS_H

#include "graph/graph.h"

/* These number the operands of bilinear_expr()'s step: tables of the first of two neighbours and of
 * the weight of the next, each for rows and then for columns. `last` is the operand's last row and
 * column. */
enum { RESAMPLE_FIRST = 1, RESAMPLE_WEIGHT = 3, RESAMPLE_OPERANDS = 5 };

/* Makes the element of an operand at `position` along the operand's axis `axis`; `element` is the
 * operand, or the result of another call for another axis. */
Expr *element_at(Expr *element, int axis, Expr *position);
Expr *i32_number(int64_t n);
Expr *i32_op(ExprOp op, Expr *a, Expr *b);
Expr *bilinear_expr(const Value *in, Expr *const last[2]);

#endif
