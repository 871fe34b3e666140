/* SPDX-License-Identifier: 0BSD
 * Steps that take turns, each computing a few rows: a step is a stage, which says what rows of its
 * result are computed in this turn and where they lie. */
#ifndef PTE_STAGE_H
#define PTE_STAGE_H

#include "pte_kernels.h"

typedef struct pte_stage {
    const pte_conv2d *whole; /* all rows of the result; kh, sh and dh are 1 if there is no window */
    int32_t asked;           /* behind the last row that is asked for; INT32_MIN before any is */
    int32_t from, end;       /* rows that are computed now */
    int32_t first;           /* row that lies at the start of the result's memory */
    int32_t kept;            /* first row that is read now or later */
} pte_stage;

/* The next rows of the last stage's result, which has memory for all; false: there are none. */
PTE_NOINLINE static int pte_stage_next(pte_stage *s, int32_t rows)
{
    const int32_t left = s->whole->oh - s->asked;

    s->asked += left < rows ? left : rows;
    s->from = s->end;
    s->end = s->asked > s->end ? s->asked : s->end;
    return left > 0;
}

/* Rows of `in` from row `from` on, up to the one before row `end`. */
PTE_INLINE void pte_stage_ask_for(pte_stage *in, int32_t from, int32_t end)
{
    const int32_t oh = in->whole->oh;

    from = from < 0 ? 0 : from;
    end = end < oh ? end : oh;
    in->kept = in->kept < from ? in->kept : from;
    in->asked = in->asked > end ? in->asked : end;
}

/* What `out` needs of the operand that its window moves over. */
PTE_NOINLINE static void pte_stage_ask(pte_stage *in, const pte_stage *out)
{
    const pte_conv2d *p = out->whole;
    const int32_t start = out->from * p->sh - p->ph, last = (out->asked - 1) * p->sh - p->ph;

    pte_stage_ask_for(in, start, last + (p->kh - 1) * p->dh + 1);
}

PTE_INLINE void pte_copy_row(pte_u8 *restrict to, const pte_u8 *restrict from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = from[i];
}

/* Once all have asked: rows that are there already and still read go to the start of memory, those
 * that are not there are computed next. */
PTE_NOINLINE static void pte_stage_make(pte_stage *s, void *memory, size_t row_bytes)
{
    const int32_t first = s->kept < s->end ? s->kept : s->end;
    pte_u8 *to = memory;

    for (int32_t y = first; y < s->end && first > s->first; y++, to += row_bytes)
        pte_copy_row(to, to + (size_t)(first - s->first) * row_bytes, row_bytes);
    s->first = first;
    s->kept = s->whole->oh;
    s->from = s->end;
    s->end = s->asked > s->end ? s->asked : s->end;
}

/* Parameters for the rows of this turn; in: the stage whose rows are read, or NULL: all rows of the
 * operand are there. */
PTE_NOINLINE static const pte_conv2d *pte_stage_conv2d(pte_conv2d *p, const pte_stage *s,
                                                       const pte_stage *in)
{
    *p = *s->whole;
    p->oh = s->end - s->from;
    p->ph -= s->from * p->sh;
    if (in) { /* rows count from the start of memory */
        p->h = in->end - in->first;
        p->ph += in->first;
    }
    return p;
}

/* Elements from the start of the result's memory to the rows that are computed now. */
PTE_INLINE ptrdiff_t pte_stage_at(const pte_stage *s)
{
    return (ptrdiff_t)(s->from - s->first) * s->whole->os.h;
}

/* The same of the operand of which `out` reads the rows that it computes. */
PTE_INLINE ptrdiff_t pte_stage_read_at(const pte_stage *in, const pte_stage *out)
{
    return (ptrdiff_t)(out->from - in->first) * in->whole->os.h;
}

#endif
