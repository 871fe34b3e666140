/* SPDX-License-Identifier: 0BSD
 * Expressions over values under names of the lowering's own. */
#ifndef PTEC_IMPORT_BUILD_EXPR_H
#define PTEC_IMPORT_BUILD_EXPR_H

#include "import/call/import.h"
#include "operators/operators.h"

typedef struct Named {
    const char *name; /* NULL ends the list */
    Value *value;     /* NULL: the number, a literal */
    double number;
    bool none; /* an argument that is not given */
} Named;

/* Holds the operands of a step while its expression is made: as many as a file makes it take. */
typedef struct OperandList {
    Value **item;
    int count;
} OperandList;

enum { MAX_OPERANDS = 24 };

typedef struct MapCall {
    Call *c;
    DType compute; /* NO_DTYPE: operands keep their types */
    Value *in[MAX_OPERANDS];
    int nin;
    Value *out;
    const char *last_name; /* the scalar argument that was read last */
} MapCall;

typedef struct NamedCall {
    Call *c;
    const Named *named; /* ended by a name that is NULL */
    DType out;
} NamedCall;

void lower_map_as(Call *c, Compute compute, const char *text); /* by `text`, not by the row */
/* Parses `text`, which is written as in operator rows, over `named`. OperandList are numbered in
 * the order of the values; the cast out() is to `out`. */
Expr *expr_over(Call *c, const Named *named, DType out, const char *text);
int named_values(const Named *named, Value **in);
Value *map_over(Call *c, Value *out, const Named *named, const char *text);
Value *number_of(Call *c, Size *n); /* i64 */
Named named_size(Call *c, const char *name, Size *n);
/* Returns `n` as an expression of `type`: a number, or an operand, which is appended to `in` unless
 * it is there already. */
Expr *expr_size(Call *c, Size *n, DType type, OperandList *in);

Expr *map_operand(ExprEnv *env, const char *name);

DType map_compute_type(DType t);

#endif
