/* SPDX-License-Identifier: 0BSD
 * Parses the expression strings of operator rows: C's operators and precedence, functions by
 * their names in expr.def, casts by dtype name, identifiers resolved by the caller. */
#ifndef PTEC_GRAPH_EXPRPARSE_H
#define PTEC_GRAPH_EXPRPARSE_H

#include "graph/expr.h"

Expr *expr_parse(const char *text, ExprEnv *env);
Expr *expr_typed(Expr *literal, DType type);

#endif
