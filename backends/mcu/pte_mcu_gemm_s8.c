/* SPDX-License-Identifier: 0BSD
 * Product of matrices of bytes for microcontrollers. */
#include "pte_mcu_gemm.h"

void pte_mcu_gemm_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *a, const pte_s8 *weight,
                     const pte_s32 *q, const pte_gemm *p)
{
    const pte_conv2d conv = pte_mcu_conv_of_gemm(p);

    pte_mcu_conv2d_s8(out, scratch, a, weight, q, &conv);
}
