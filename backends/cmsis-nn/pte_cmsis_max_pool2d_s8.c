/* SPDX-License-Identifier: 0BSD
 * Maxima of windows. */
#include "pte_cmsis.h"

pte_status pte_cmsis_max_pool2d_s8(pte_s8 *out, pte_s64 *index, const pte_s8 *in, const pte_s32 *q,
                                   const pte_pool2d *p)
{
    const cmsis_nn_context ctx = {.buf = NULL, .size = 0};
    const cmsis_nn_pool_params params = {
        .stride = {.w = p->sw, .h = p->sh},
        .padding = {.w = p->pw, .h = p->ph},
        .activation = {.min = q ? q[0] : INT8_MIN, .max = q ? q[1] : INT8_MAX}};
    const cmsis_nn_dims planes = {.n = p->n, .h = p->h, .w = p->w, .c = p->c};
    const cmsis_nn_dims window = {.n = 1, .h = p->kh, .w = p->kw, .c = 1};
    const cmsis_nn_dims results = {.n = p->n, .h = p->oh, .w = p->ow, .c = p->c};

    (void)index;
    return pte_cmsis_status(arm_max_pool_s8(&ctx, &params, &planes, in, &window, &results, out));
}
