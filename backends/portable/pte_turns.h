/* SPDX-License-Identifier: 0BSD
 * Steps that take turns, each computing a few rows of its result: which rows, and where they lie,
 * follows from the number of the turn, from 0. */
#ifndef PTE_TURNS_H
#define PTE_TURNS_H

#include "pte_kernels.h"

typedef struct pte_turns {
    int32_t height;      /* rows of the result */
    int32_t rows, turns; /* so many rows are computed in so many turns; one of them is 1 */
    int32_t start;       /* behind turn t there are rows until (t * rows + start) / turns */
    int32_t begin;       /* the first row that is computed */
    int32_t kept;        /* so many of a turn's last rows are still there in the next one */
} pte_turns;

/* What a step computes in one turn. */
typedef struct pte_rows {
    int32_t from, count;
    int32_t at;    /* rows from the start of the result's memory to the first of them */
    int32_t under; /* elements from the start of the operand's to the first row that is read */
    int32_t h, ph; /* of a convolution: rows of the operand that are there, missing above them */
} pte_rows;

/* Before that row there are all behind the turn. */
int32_t pte_turns_end(const pte_turns *s, int32_t turn);
pte_rows pte_rows_of(const pte_turns *s, int32_t turn);
/* The same of a convolution, `under` in rows. in: of the operand; NULL: all of its h rows are
 * there. sh, ph: as in pte_conv2d. */
pte_rows pte_rows_under(const pte_turns *s, const pte_turns *in, int32_t turn, int32_t h,
                        int32_t sh, int32_t ph);
/* The same with its parameters for these rows. */
pte_rows pte_rows_conv2d(pte_conv2d *p, const pte_conv2d *whole, const pte_turns *s,
                         const pte_turns *in, int32_t turn);
/* Rows of earlier turns that are kept go to the start of the memory. */
void pte_rows_keep(void *memory, size_t row_bytes, const pte_turns *s, int32_t turn);
/* The same where they were put away, */
void pte_rows_bring(void *memory, const void *kept, size_t row_bytes, const pte_turns *s,
                    int32_t turn);
/* by the turn before, for the one behind it. */
void pte_rows_put(void *kept, const void *memory, size_t row_bytes, const pte_turns *s,
                  int32_t turn);

/* The row that lies at the start of the result's memory. */
PTE_INLINE int32_t pte_turns_first(const pte_turns *s, int32_t turn)
{
    const int32_t first = pte_turns_end(s, turn - 1) - s->kept;

    return first > s->begin ? first : s->begin;
}

PTE_INLINE void pte_rows_copy(void *to, const void *from, size_t bytes)
{
    pte_u8 *a = to;
    const pte_u8 *b = from;

    for (size_t i = 0; i < bytes; i++)
        a[i] = b[i];
}

#endif
