/* SPDX-License-Identifier: 0BSD
 * Depthwise convolutions of one image, one filter a channel. */
#include "pte_cmsis.h"

pte_status pte_cmsis_dwconv2d_s8_fast(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in,
                                      const pte_s8 *weight, const pte_s32 *bias,
                                      const pte_s32 *mult, const pte_s32 *shift, const pte_s32 *q,
                                      const pte_cmsis_conv2d *p)
{
    pte_cmsis_args a = pte_cmsis_args_of(scratch, mult, shift, q, p);
    const cmsis_nn_dw_conv_params params = pte_cmsis_dw_params(&a, q, p);

    if (arm_depthwise_conv_s8_opt_get_buffer_size(&a.in, &a.filter) > p->room)
        return PTE_OUT_OF_RESOURCES;
    return pte_cmsis_status(arm_depthwise_conv_s8_opt(
        &a.ctx, &params, &a.quant, &a.in, in, &a.filter, weight, &a.bias, bias, &a.out, out));
}
