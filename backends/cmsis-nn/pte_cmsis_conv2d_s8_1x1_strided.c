/* SPDX-License-Identifier: 0BSD
 * Products of some positions' channels. */
#include "pte_cmsis.h"

pte_status pte_cmsis_conv2d_s8_1x1_strided(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in,
                                           const pte_s8 *weight, const pte_s32 *bias,
                                           const pte_s32 *mult, const pte_s32 *shift,
                                           const pte_s32 *q, const pte_cmsis_conv2d *p)
{
    const pte_cmsis_args a = pte_cmsis_args_of(scratch, mult, shift, q, p);
    const cmsis_nn_conv_params params = pte_cmsis_conv_params(&a, q);

    return pte_cmsis_status(arm_convolve_1x1_s8(&a.ctx, &params, &a.quant, &a.in, in, &a.filter,
                                                weight, &a.bias, bias, &a.out, out));
}
