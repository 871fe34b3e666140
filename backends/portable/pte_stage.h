/* SPDX-License-Identifier: 0BSD
 * Convolutions in a row that run a few rows at a time: each is a stage, which says what rows of its
 * result are computed now and where they lie. */
#ifndef PTE_STAGE_H
#define PTE_STAGE_H

#include "pte_kernels.h"

typedef struct pte_stage {
    const pte_conv2d *whole; /* all rows of the result */
    int32_t first;           /* row that lies at the start of the result's memory */
    int32_t from, end;       /* rows that are computed now */
    pte_conv2d p;            /* these rows, for the kernel */
} pte_stage;

PTE_INLINE void pte_stage_set(pte_stage *s)
{
    s->p = *s->whole;
    s->p.oh = s->end - s->from;
    s->p.ph = s->whole->ph - s->from * s->whole->sh;
}

/* The next rows of the last stage's result, which has memory for all; false: there are none. */
PTE_NOINLINE static int pte_stage_next(pte_stage *s, int32_t rows)
{
    const int32_t left = s->whole->oh - s->end;

    s->from = s->end;
    s->end += left < rows ? left : rows;
    pte_stage_set(s);
    return left > 0;
}

PTE_INLINE void pte_copy_row(pte_u8 *restrict to, const pte_u8 *restrict from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = from[i];
}

/* What of its operand the stage `out` needs: rows of the stage `in` that are there already go to
 * the start of its memory, those that are not are computed next. */
PTE_NOINLINE static void pte_stage_feed(pte_stage *in, void *memory, size_t row_bytes,
                                        pte_stage *out)
{
    const pte_conv2d *p = out->whole;
    const int32_t start = out->from * p->sh - p->ph;
    const int32_t needed = (out->end - 1) * p->sh - p->ph + (p->kh - 1) * p->dh + 1;
    const int32_t end = needed < p->h ? needed : p->h;
    const int32_t first = start < 0 ? 0 : start < in->end ? start : in->end;
    pte_u8 *to = memory;

    for (int32_t y = first; y < in->end && first > in->first; y++, to += row_bytes)
        pte_copy_row(to, to + (size_t)(first - in->first) * row_bytes, row_bytes);
    in->first = first;
    in->from = in->end;
    in->end = end > in->end ? end : in->end;
    pte_stage_set(in);
    out->p.h = in->end - first; /* rows count from the start of memory */
    out->p.ph += first;
}

/* Elements from the start of the result's memory to the rows that are computed now. */
PTE_INLINE ptrdiff_t pte_stage_at(const pte_stage *s)
{
    return (ptrdiff_t)(s->from - s->first) * s->whole->os.h;
}

#endif
