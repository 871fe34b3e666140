/* SPDX-License-Identifier: 0BSD
 * Steps that take turns, each computing a few rows of its result: which rows, and where they lie,
 * follows from the number of the turn, from 0. */
#ifndef PTE_TURNS_H
#define PTE_TURNS_H

#include "pte_kernels.h"

/* When a step computes which rows of its result. */
typedef struct pte_turns {
    int32_t start;      /* behind turn t there are rows until (t * rows + start) / turns */
    pte_u16 height;     /* rows of the result */
    pte_u16 begin;      /* the first row that is computed */
    pte_u8 rows, turns; /* so many rows are computed in so many turns; one of them is 1 */
    pte_u8 kept;        /* so many of a turn's last rows are still there in the next one */
    pte_u8 size;        /* bytes of an element */
} pte_turns;

/* A turn, and the rows of the step whose turn it is. */
typedef struct pte_turn {
    int32_t number;
    int32_t from, count; /* the rows that it computes now, */
    void *memory;        /* where those of its rows lie that are there */
    void *out;           /* where the first of them goes; not of the last step, whose rows stay */
    size_t row_bytes;
    int32_t under, h, ph;   /* of a window: elements from the start of its operand's memory to the
                               first row that is read; rows that are there, missing above them */
    const pte_turns *turns; /* its own; before it, those of its operand; NULL: all rows are there */
} pte_turn;

/* A convolution's or pool's parameters for its rows of a turn. */
typedef struct pte_conv2d_turn {
    pte_turn *turn;
    pte_conv2d conv;
} pte_conv2d_turn;

typedef struct pte_pool2d_turn {
    pte_turn *turn;
    pte_pool2d pool;
} pte_pool2d_turn;

/* Before that row there are all behind the turn. */
int32_t pte_turns_end(const pte_turns *s, int32_t number);
/* The step with these turns is next. memory: of the rows of its result that are there; elements:
 * of a row. */
void pte_rows_of(pte_turn *t, void *memory, int32_t elements, const pte_turns *s);
/* The same of a step with a window, which reads the rows of the step before, unless t->turns has
 * been set. `under` is in rows. h, sh, ph: as in pte_conv2d */
void pte_rows_under(pte_turn *t, void *memory, int32_t elements, const pte_turns *s, int32_t h,
                    int32_t sh, int32_t ph);
/* whole: for all of its rows. Sets p->conv, or p->pool, and `under`. */
void pte_rows_conv2d(pte_conv2d_turn *p, void *memory, const pte_conv2d *whole, const pte_turns *s);
void pte_rows_pool2d(pte_pool2d_turn *p, void *memory, const pte_pool2d *whole, const pte_turns *s);
/* Its rows of earlier turns that are kept go to the start of the memory. */
void pte_rows_keep(const pte_turn *t);
/* The same where they were put away, */
void pte_rows_bring(const pte_turn *t, const void *kept);
/* by the turn before, for the one behind it. */
void pte_rows_put(const pte_turn *t, void *kept);

/* The row that lies at the start of the result's memory. */
PTE_INLINE int32_t pte_turns_first(const pte_turns *s, int32_t number)
{
    const int32_t first = pte_turns_end(s, number - 1) - s->kept;

    return first > s->begin ? first : s->begin;
}

/* Rows from the start of the memory of a result with turns s to the first that is computed now. */
PTE_INLINE int32_t pte_rows_in(const pte_turn *t, const pte_turns *s)
{
    return t->from - pte_turns_first(s, t->number);
}

PTE_INLINE void pte_rows_copy(void *to, const void *from, size_t bytes)
{
    pte_u8 *a = to;
    const pte_u8 *b = from;

    for (size_t i = 0; i < bytes; i++)
        a[i] = b[i];
}

#endif
