/* SPDX-License-Identifier: 0BSD
 * Calls drawn from the operators' schemas. The same number draws the same. */
#ifndef DRAW_H
#define DRAW_H

#include "program.h"

enum { RANKS = 8, KINDS = 6 };

typedef enum WishKind { K_PLAIN, K_EMPTY, K_CONSTANT, K_DYNAMIC, K_PERMUTED, K_MIXED } WishKind;

/* Says what a draw is to try; everything else is drawn. */
typedef struct Wish {
    int rank;
    WishKind kind;
    int dtype;
} Wish;

typedef struct Random {
    uint64_t state;
} Random;

int below(Random *r, int n); /* from 0 to n - 1 */
bool one_in(Random *r, int n);
/* The wish and the numbers of draw `n` of an operator: neighbours among `n` differ in the rank,
 * then in the kind. */
Wish wish_of(const OpRow *row, int n, Random *r);
/* Appends a call; some of its operands are results of earlier calls. */
void draw_call(DrawnProgram *p, const OpRow *row, const Wish *w, Random *r);

#endif
