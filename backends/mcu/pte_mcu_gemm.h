/* SPDX-License-Identifier: 0BSD
 * A product of matrices as a convolution. */
#ifndef PTE_MCU_GEMM_H
#define PTE_MCU_GEMM_H

#include "pte_mcu_kernels.h"

/* Each row of the left one is a row of one position. */
PTE_INLINE pte_conv2d pte_mcu_conv_of_gemm(const pte_gemm *p)
{
    const pte_conv2d conv = {.n = p->batch,
                             .c = p->k,
                             .h = p->m,
                             .w = 1,
                             .oc = p->n,
                             .oh = p->m,
                             .ow = 1,
                             .kh = 1,
                             .kw = 1,
                             .sh = 1,
                             .sw = 1,
                             .dh = 1,
                             .dw = 1,
                             .groups = 1,
                             .is = {.n = p->as.b, .c = 1, .h = p->as.r, .w = p->k},
                             .os = {.n = p->os.b, .c = 1, .h = p->os.r, .w = p->n}};

    return conv;
}

#endif
