/* SPDX-License-Identifier: 0BSD
 * Walks the outer axes of a pte_move. */
#ifndef PTE_LOOP_H
#define PTE_LOOP_H

#include "pte_kernels.h"

/* Offsets of the current innermost row; start with zeros. */
typedef struct pte_loop {
    ptrdiff_t dst, src;
    int32_t index[8];
} pte_loop;

/* Moves to the next row of the outer rank - 1 axes; 0 after the last. */
PTE_INLINE int pte_loop_next(pte_loop *l, const pte_move *p)
{
    for (int32_t axis = p->rank - 2; axis >= 0; axis--) {
        l->dst += p->dst_stride[axis];
        l->src += p->src_stride[axis];
        if (++l->index[axis] < p->extent[axis])
            return 1;
        l->dst -= (ptrdiff_t)p->dst_stride[axis] * p->extent[axis];
        l->src -= (ptrdiff_t)p->src_stride[axis] * p->extent[axis];
        l->index[axis] = 0;
    }
    return 0;
}

/* Whether any axis is empty. */
PTE_INLINE int pte_loop_empty(const pte_move *p)
{
    for (int32_t axis = 0; axis < p->rank; axis++)
        if (p->extent[axis] <= 0)
            return 1;
    return 0;
}

#endif
