/* SPDX-License-Identifier: 0BSD
 * Products of matrices, none of them constant. */
#include "pte_cmsis.h"

pte_status pte_cmsis_matmul_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *a, const pte_s8 *b,
                               const pte_s32 *bias, const pte_s32 *mult, const pte_s32 *shift,
                               const pte_s32 *q, const pte_cmsis_conv2d *p)
{
    const cmsis_nn_context ctx = {.buf = scratch, .size = p->room};
    const cmsis_nn_bmm_params params = {.fc_params = {.input_offset = q[0],
                                                      .filter_offset = q[4],
                                                      .output_offset = q[1],
                                                      .activation = {.min = q[2], .max = q[3]}}};
    const cmsis_nn_per_tensor_quant_params quant = {.multiplier = mult[0], .shift = shift[0]};
    const cmsis_nn_dims rows = {.n = p->n, .h = 1, .w = p->w, .c = p->c};
    const cmsis_nn_dims columns = {.n = p->n, .h = 1, .w = p->oc, .c = p->c};
    const cmsis_nn_dims filter = {.n = p->c, .h = 1, .w = 1, .c = p->oc};
    const cmsis_nn_dims results = {.n = p->n, .h = 1, .w = p->w, .c = p->oc};

    (void)bias;
    if (arm_fully_connected_s8_get_buffer_size(&filter) > p->room)
        return PTE_OUT_OF_RESOURCES;
    return pte_cmsis_status(
        arm_batch_matmul_s8(&ctx, &params, &quant, &rows, a, &columns, b, &results, out));
}
