/* SPDX-License-Identifier: 0BSD
 * Typed elementwise expressions: the bodies of MAP, the pre and post of REDUCE, epilogues. */
#ifndef PTEC_GRAPH_EXPR_H
#define PTEC_GRAPH_EXPR_H

#include "base/dtype.h"

typedef enum ExprOp {
#define EXPR(id, name, arity, result, types) E_##id,
#include "expr.def"
#undef EXPR
    EXPR_COUNT
} ExprOp;

/* How a function is called: as it is in pte_math.h, in a form that compilers turn into vectors, or
 * in such a form with the bits of the first (pte_math_lanes.h). */
typedef enum LaneForm { NOT_BY_LANES, BY_LANES, BY_EXACT_LANES } LaneForm;

typedef struct Expr Expr;
struct Expr {
    ExprOp op;
    DType type;
    int index;     /* E_IN: operand; E_AXIS: axis of the result */
    int64_t i;     /* E_CONST of integer or bool type */
    double d;      /* E_CONST of float type */
    bool rounded;  /* E_MUL of floats, set by emit: not to be fused with a sum */
    bool exact;    /* float, set by emit: without excess digits where it is an operand */
    LaneForm lane; /* set by emit */
    bool bounded;  /* integers, set by emit: no result is a number that the type cannot hold */
    bool within;   /* E_CAST, set by emit: pte_rint_within_f32 computes it with what is below */
    bool shorts;   /* E_MUL of integers, set by emit: both factors are within 16 bits */
    Expr *arg[3];
};

typedef struct ExprInfo {
    const char *name;
    int arity;
    bool boolean; /* the result is bool whatever the operands are */
    enum { TAKES_ALL, TAKES_NUMBERS, TAKES_INTEGERS, TAKES_BITS, TAKES_FLOATS } takes;
} ExprInfo;
extern const ExprInfo expr_info[EXPR_COUNT];
bool op_takes(ExprOp op, DType type); /* does the runtime have the operation for such operands? */

Expr *expr_in(int operand, DType type);
Expr *expr_axis(int axis);
Expr *expr_int(int64_t i, DType type);
Expr *expr_float(double d, DType type);
Expr *expr_clamped(Expr *e, float lo, float hi); /* of f32; no bound that is infinite */
Expr *expr_number(double d, DType type);         /* a constant of any type */
Expr *expr_cast(Expr *e, DType type);            /* folds constants and casts to the same type */
/* Makes an expression of the operation, simplified where the result is known: x for x * 1. */
Expr *expr_new(ExprOp op, DType type, Expr *a, Expr *b, Expr *c);
bool expr_is_number(const Expr *e, int number); /* a constant of any type */
bool expr_equal(const Expr *a, const Expr *b);
void expr_print(Text *t, const Expr *e); /* for dumps: "max(in0, 0)" */
/* Replaces operand i by with[i] in a copy of `e`. */
Expr *expr_substitute(const Expr *e, Expr *const *with);
bool expr_uses(const Expr *e, ExprOp op);
int expr_nodes(const Expr *e);
int expr_reads(const Expr *e, int operand); /* how often it reads this one */

/* Holds a number of an expression that is evaluated at compile time, with the runtime's arithmetic:
 * it has the bits that the target would compute. */
typedef struct ExprNumber {
    double d;  /* float types */
    int64_t i; /* all others */
} ExprNumber;
typedef ExprNumber ExprLoad(void *from, int operand);
bool expr_foldable(const Expr *e);
Expr *expr_folded(const Expr *e);
bool expr_evaluable(const Expr *e);
ExprNumber expr_eval(const Expr *e, ExprLoad *load, void *from);

/* Tells the parser of operator rows (graph/exprparse.c) what the names in a row's expression
 * mean. */
typedef struct ExprEnv ExprEnv;
struct ExprEnv {
    Expr *(*operand)(ExprEnv *env, const char *name);         /* NULL: an argument that is None */
    Expr *(*call)(ExprEnv *env, const char *name, Expr *arg); /* NULL: no function of the row's */
    void *context;
    const char *where; /* for messages on operands whose types do not go together */
    bool asks, misfit; /* whether they do is asked: then `misfit` says so, instead of a message */
};

#endif
