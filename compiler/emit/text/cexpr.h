/* SPDX-License-Identifier: 0BSD
 * Expressions and sizes as C. */
#ifndef PTEC_EMIT_TEXT_CEXPR_H
#define PTEC_EMIT_TEXT_CEXPR_H

#include "graph/expr.h"
#include "read/program.h"

/* Says how an expression's operands and indices are spelt: IN, AXIS and AT. */
typedef struct Leaves {
    void (*add)(Text *t, const Expr *leaf, const struct Leaves *l);
} Leaves;

const char *c_suffix(DType t);           /* "f32", "s8": of runtime functions and pte_ types */
void add_c_expr(Text *t, const Expr *e); /* without operands */
void add_c_expr_over(Text *t, const Expr *e, const Leaves *l);
bool expr_is_arithmetic(const Expr *e); /* +, -, *, / of floats */
bool expr_passes_on(const Expr *e);     /* gives what its operands are, or one of them */
/* Copies the expression so that, where the bits of an integer depend on it, products are rounded
 * before they are added and floats have no more digits than their type. `exact`: that holds for all
 * of it, else for what is converted or compared. `summed`: the result is added to something. */
Expr *rounded_products(const Expr *e, bool exact, bool summed);
/* Makes the expression call functions that have a form for vectors (pte_math_lanes.h) in that form;
 * where bits count, `exact` as above, only those with the same bits. */
void use_lanes(Expr *e, bool exact);
bool calls_lanes(const Text *t);
void add_c_operand(Text *t, const Expr *e, const Leaves *l); /* parenthesised where need be */
const char *c_operator(const Expr *e);     /* "" if C has none that means the same */
const char *c_float(double d, DType type); /* literal that reads back to the same bits */
void add_c_string(Text *t, Bytes s);
void add_c_literal(Text *t, FileKind kind, const FileValue *v); /* NULL of other kinds */

#endif
