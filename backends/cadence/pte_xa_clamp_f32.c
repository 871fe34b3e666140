/* SPDX-License-Identifier: 0BSD
 * Clamps of floats. */
#include "pte_xa.h"

pte_status pte_xa_clamp_f32(pte_f32 *out, const pte_f32 *in, const pte_xa_map *p)
{
    return pte_xa_status(xa_nn_vec_activation_min_max_f32_f32(out, in, p->lo, p->hi, p->n));
}
