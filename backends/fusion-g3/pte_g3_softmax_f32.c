/* SPDX-License-Identifier: 0BSD
 * Softmax over any axis. */
#include "pte_g3.h"

pte_status pte_g3_softmax_f32(pte_f32 *out, const pte_f32 *in, const pte_softmax *p)
{
    const WORD32 shape[] = {p->outer, p->n, p->inner};
    WORD32 axis = 1;

    return pte_g3_status(xa_nn_softmax_f32_f32(out, in, shape, 3, &axis));
}
