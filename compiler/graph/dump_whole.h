/* SPDX-License-Identifier: 0BSD
 * What the text of a whole graph has beside that of -d: symbols, constants, types of expressions
 * and all fields of steps. */
#ifndef PTEC_GRAPH_DUMP_WHOLE_H
#define PTEC_GRAPH_DUMP_WHOLE_H

#include "graph/graph.h"

void dump_symbols(Text *t, const Graph *g);
void dump_constant_data(Text *t, const Value *v);
void dump_typed_expr(Text *t, const Expr *e);
void dump_fields(Text *t, const Step *s);
const char *reduce_name(ReduceOp op);  /* "argmax" */
DType expr_usual_type(const Expr *e);  /* the type that its operands give an operation */
int usual_operands(Kind k, int given); /* of a step of which the text names so many */

#endif
