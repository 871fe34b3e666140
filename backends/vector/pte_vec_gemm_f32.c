/* SPDX-License-Identifier: 0BSD
 * Product of a matrix of floats and constant weights. */
#include "pte_dispatch.h"
#include "pte_vec_kernels.h"

void pte_vec_gemm_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *weight, const pte_f32 *bias,
                      const pte_f32 *add, const pte_gemm *p)
{
    PTE_CALL_WIDEST(pte_vec_gemm_f32, (out, a, weight, bias, add, p));
    pte_conv2d conv;

    pte_conv_of_gemm(&conv, p);
    pte_vec_conv2d_f32(out, a, weight, bias, add, &conv);
}
