/* SPDX-License-Identifier: 0BSD
 * Steps that take turns, each computing a few rows: a step is a stage, which says what rows of its
 * result are computed in this turn and where they lie. */
#ifndef PTE_STAGE_H
#define PTE_STAGE_H

#include "pte_kernels.h"

typedef struct pte_stage {
    const pte_conv2d *whole; /* all rows of the result; kh, sh and dh are 1 if there is no window */
    int32_t rows, turns;     /* so many rows are computed in so many turns; one of them is 1 */
    int32_t start;           /* behind turn t there are rows until (t * rows + start) / turns */
    int32_t from, end;       /* rows that are computed now */
    int32_t first;           /* row that lies at the start of the result's memory */
    int32_t kept;            /* first row that is read now or later */
} pte_stage;

PTE_NOINLINE static void pte_stage_turn(pte_stage *s, int32_t turn)
{
    const int32_t until = (turn * s->rows + s->start) / s->turns;
    const int32_t end = until < s->whole->oh ? until : s->whole->oh;

    s->from = s->end;
    s->end = end > s->end ? end : s->end;
}

/* Are there rows that no turn has computed? */
PTE_INLINE int pte_stage_left(const pte_stage *s)
{
    return s->end < s->whole->oh;
}

/* The operand's row under the first row of the window, if it is there, counted from the start of
 * the picture. */
PTE_INLINE int32_t pte_stage_top(const pte_stage *s)
{
    return s->from * s->whole->sh - s->whole->ph;
}

/* Rows of `in` from row `from` on are still read. */
PTE_INLINE void pte_stage_keep_from(pte_stage *in, int32_t from)
{
    in->kept = in->kept < from ? in->kept : from < 0 ? 0 : from;
}

/* Those that `out` reads through its window. */
PTE_INLINE void pte_stage_keep(pte_stage *in, const pte_stage *out)
{
    pte_stage_keep_from(in, pte_stage_top(out));
}

PTE_INLINE void pte_copy_row(pte_u8 *restrict to, const pte_u8 *restrict from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = from[i];
}

/* Once all that is kept is known: it goes to the start of memory, and rows of this turn behind it.
 */
PTE_NOINLINE static void pte_stage_hold(pte_stage *s, int32_t turn, void *memory, size_t row_bytes)
{
    const int32_t first = s->kept < s->end ? s->kept : s->end;
    pte_u8 *to = memory;

    for (int32_t y = first; y < s->end && first > s->first; y++, to += row_bytes)
        pte_copy_row(to, to + (size_t)(first - s->first) * row_bytes, row_bytes);
    s->first = first;
    s->kept = s->whole->oh;
    pte_stage_turn(s, turn);
}

/* The same where only `out` reads them. */
PTE_NOINLINE static void pte_stage_feed(pte_stage *in, int32_t turn, void *memory, size_t row_bytes,
                                        const pte_stage *out)
{
    pte_stage_keep(in, out);
    pte_stage_hold(in, turn, memory, row_bytes);
}

/* Parameters for the rows of this turn; in: the stage whose rows are read, or NULL: all rows of the
 * operand are there. The operand begins pte_stage_under() elements further on. */
PTE_NOINLINE static const pte_conv2d *pte_stage_conv2d(pte_conv2d *p, const pte_stage *s,
                                                       const pte_stage *in)
{
    const int32_t first = in ? in->first : 0, end = in ? in->end : s->whole->h;
    const int32_t top = pte_stage_top(s), start = top > first ? top : first;

    *p = *s->whole;
    p->oh = s->end - s->from;
    p->ph = start - top;
    p->h = end > start ? end - start : 0;
    return p;
}

/* Elements from the start of the operand's memory to the first row that this turn reads. */
PTE_INLINE ptrdiff_t pte_stage_under(const pte_stage *s, const pte_stage *in)
{
    const int32_t rows = pte_stage_top(s) - (in ? in->first : 0);

    return rows > 0 ? (ptrdiff_t)rows * s->whole->is.h : 0;
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
