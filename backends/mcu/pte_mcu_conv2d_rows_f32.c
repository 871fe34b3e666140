/* SPDX-License-Identifier: 0BSD
 * Convolution of floats that lie channels last, over its own operand. */
#include "pte_mcu_floats.h"

void pte_mcu_conv2d_rows_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight, void *scratch,
                             const pte_mcu_conv2d *p)
{
    pte_conv2d whole;

    pte_mcu_expand(&whole, p, weight);
    pte_conv2d_rows_f32(out, in, weight + 2 + p->oc, weight + 2, scratch, &whole);
}
