/* SPDX-License-Identifier: 0BSD
 * 2-D convolution of quantised bytes in small groups. */
#include "pte_dispatch.h"

#define FN(name)    name##_s8_rne
#define ADDS_OFFSET 0
#include "grouped2d_s8.inc"

void pte_vec_grouped2d_s8_rne(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight,
                              const pte_s32 *bias, const pte_f32 *scale, const pte_s32 *q,
                              const pte_u8 *table, const pte_conv2d *p)
{
    PTE_CALL_BEST(pte_vec_grouped2d_s8_rne, (out, in, weight, bias, scale, q, table, p));
    run_grouped2d_s8_rne(out, in, weight, bias, scale, q, table, p);
}
