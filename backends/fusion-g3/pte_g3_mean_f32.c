/* SPDX-License-Identifier: 0BSD
 * Means over one axis. */
#include "pte_g3.h"

pte_status pte_g3_mean_f32(pte_f32 *out, const pte_f32 *in, const pte_g3_mean *p)
{
    const WORD32 shape[] = {p->outer, p->n, p->inner}, results[] = {p->outer, p->inner}, axis = 1;

    return pte_g3_status(xa_nn_mean_f32_f32(out, results, 2, in, shape, 3, &axis, 1));
}
