/* SPDX-License-Identifier: 0BSD
 * Product of a matrix of quantised bytes and constant weights, requantised by a float for each
 * column. */
#include "pte_dispatch.h"
#include "pte_vec_kernels.h"

void pte_vec_gemm_s8_rne(pte_s8 *out, const pte_s8 *a, const pte_s8 *weight, const pte_s32 *bias,
                         const pte_f32 *scale, const pte_s32 *q, const pte_u8 *table,
                         const pte_gemm *p)
{
    PTE_CALL_BEST(pte_vec_gemm_s8_rne, (out, a, weight, bias, scale, q, table, p));
    pte_conv2d conv;

    pte_conv_of_gemm(&conv, p);
    pte_vec_conv2d_s8_rne(out, a, weight, bias, scale, q, table, &conv);
}
