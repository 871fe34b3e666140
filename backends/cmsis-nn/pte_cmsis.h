/* SPDX-License-Identifier: 0BSD
 * The arguments of CMSIS-NN's functions, made of our parameters. */
#ifndef PTE_CMSIS_H
#define PTE_CMSIS_H

#include "pte_cmsis_kernels.h"

#include <arm_nnfunctions.h>

PTE_INLINE pte_status pte_cmsis_status(arm_cmsis_nn_status status)
{
    return status == ARM_CMSIS_NN_SUCCESS ? PTE_OK : PTE_INTERNAL;
}

/* What the functions of convolutions share. Their structs have no const. */
typedef struct pte_cmsis_args {
    cmsis_nn_context ctx;
    cmsis_nn_per_channel_quant_params quant;
    cmsis_nn_dims in, filter, bias, out;
    cmsis_nn_tile stride, padding, dilation;
    cmsis_nn_activation activation;
} pte_cmsis_args;

PTE_INLINE pte_cmsis_args pte_cmsis_args_of(pte_s8 *scratch, const pte_s32 *mult,
                                            const pte_s32 *shift, const pte_s32 *q,
                                            const pte_cmsis_conv2d *p)
{
    const pte_cmsis_args a = {
        .ctx = {.buf = scratch, .size = p->room},
        .quant = {.multiplier = (int32_t *)mult, .shift = (int32_t *)shift},
        .in = {.n = p->n, .h = p->h, .w = p->w, .c = p->c},
        .filter = {.n = p->oc, .h = p->kh, .w = p->kw, .c = p->c / p->groups},
        .bias = {.n = 1, .h = 1, .w = 1, .c = p->oc},
        .out = {.n = p->n, .h = p->oh, .w = p->ow, .c = p->oc},
        .stride = {.w = p->sw, .h = p->sh},
        .padding = {.w = p->pw, .h = p->ph},
        .dilation = {.w = p->dw, .h = p->dh},
        .activation = {.min = q[2], .max = q[3]},
    };

    return a;
}

PTE_INLINE cmsis_nn_conv_params pte_cmsis_conv_params(const pte_cmsis_args *a, const pte_s32 *q)
{
    const cmsis_nn_conv_params params = {.input_offset = q[0],
                                         .output_offset = q[1],
                                         .stride = a->stride,
                                         .padding = a->padding,
                                         .dilation = a->dilation,
                                         .activation = a->activation};

    return params;
}

/* Of a depthwise convolution, whose filters are [1][kh][kw][oc]. */
PTE_INLINE cmsis_nn_dw_conv_params pte_cmsis_dw_params(pte_cmsis_args *a, const pte_s32 *q,
                                                       const pte_cmsis_conv2d *p)
{
    const cmsis_nn_dw_conv_params params = {.input_offset = q[0],
                                            .output_offset = q[1],
                                            .ch_mult = p->oc / p->c,
                                            .stride = a->stride,
                                            .padding = a->padding,
                                            .dilation = a->dilation,
                                            .activation = a->activation};

    a->filter.n = 1;
    a->filter.c = p->oc;
    return params;
}

#endif
