/* SPDX-License-Identifier: 0BSD
 * Clamps of floats. */
#include "pte_g3.h"

pte_status pte_g3_clamp_f32(pte_f32 *out, const pte_f32 *in, const pte_g3_map *p)
{
    return pte_g3_status(xa_nn_elm_clamp_scalar_f32_f32(out, in, p->lo, p->hi, p->n));
}
