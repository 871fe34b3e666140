/* SPDX-License-Identifier: 0BSD
 * Extents and offsets: expressions over the extents of inputs, hash-consed. */
#ifndef PTEC_GRAPH_SIZE_H
#define PTEC_GRAPH_SIZE_H

#include "base/util.h"

typedef enum SizeKind {
    S_CONST,
    S_SYM,    /* an extent of an input, known when the method is called */
    S_SCALAR, /* a number that a step of the program computes, known from there on */
    S_ADD,
    S_MUL,
    S_FDIV, /* floor division */
    S_MOD,
    S_MIN,
    S_MAX
} SizeKind;

typedef struct Size Size;
struct Size {
    SizeKind kind;
    int64_t lo, hi; /* S_CONST: lo == hi */
    bool narrow;    /* it and everything in it fits 32 bits */
    bool late;      /* there is an S_SCALAR in it */
    int id;         /* creation order: operands before what is made of them */
    int order;      /* S_SCALAR: greater than that of scalars which are computed earlier */
    int operations; /* operations in it, those of repeated operands counted each time */
    Size *a, *b;
    int group;        /* S_SYM: the input; a product of its symbols is at most `hi` of each */
    const char *sym;  /* "input0.dim1"; "size0" */
    const char *name; /* the emitted method's variable that holds it, or NULL */
    bool used;        /* somebody reads that variable */
    Size *next;       /* hash chain */
};

Size *size_const(int64_t n);
Size *size_sym(const char *name, int group, int64_t hi); /* 0 to hi */
Size *size_scalar(const char *name, int64_t hi);         /* the same */
Size *size_op(SizeKind kind, Size *a, Size *b);
static inline bool size_is_const(const Size *s)
{
    return s->kind == S_CONST;
}
int64_t size_value(const Size *s); /* S_CONST only; anything else is a bug */
/* Returns an upper bound of the elements of a tensor. Where a symbol is so small that the formula
 * of an extent is negative, there is no such tensor, and the bound need not hold. */
int64_t size_most_elements(Size *const *extent, int rank);
/* Returns the S_SCALAR in the size that the program computes last, or NULL. */
const Size *size_last_scalar(const Size *s);
const Size *size_last_scalar_of(const Size *x, const Size *y); /* the same for two sizes */
/* Returns, for messages, the option that fixes an extent in the size, or "". */
const char *bind_hint(const Size *s);
void size_print(Text *t, const Size *s);

#endif
